import Glibc
import JSONText
import TestSupport
import Testing

/// `msgreplay replay` as a shell sees it. What it prints is judged by a script that knows none of its code.
struct ReplayProgramTests {
    private static let shop = "--registry Samples/shop-registry"
    private static let check = "python3 '\(Program.package)/Tests/MsgreplayTests/Tools/check_replay.py'"
    private static let tool = "\(Program.package)/../shared/tools/make_archive.py"
    private static let canCheck = Run.find("python3") != nil
    private static let canMake = canCheck && Golden.contents(of: tool) != nil

    @Test func `the transcript of the sample reads as its golden file`() throws {
        let program = try Program()
        let api = try program.run("msgreplay replay Samples/api-messages.jsonl \(Self.shop)")
        #expect(api.status == 0)
        #expect(api.errors == "msgreplay: note: 26 messages shown; left out: 1 that clients never show\n")
        Golden.expect(api.output, is: "replay-api.txt")
        let shop = try program.run("msgreplay replay Samples/shop-export.tar.gz \(Self.shop) --limit 80 -q")
        #expect(shop.status == 0 && shop.errors.isEmpty)
        Golden.expect(shop.output, is: "replay-shop.txt")
        let byTime = try program.run(
            "msgreplay replay Samples/shop-export.tar.gz Samples/api-messages.jsonl \(Self.shop) --order time --language zh "
                + "--since 2021-01-01T16:20 -q")
        #expect(byTime.status == 0)
        Golden.expect(byTime.output, is: "replay-time.txt")
    }

    @Test func `a recalled message is a notice in its place`() throws {
        let program = try Program()
        func line(_ number: Int, _ more: String) -> String {
            #"{"message_id":\#(number),"message_idstr":"\#(number)","from_uid":"u","channel_id":"g","channel_type":2,"#
                + #""timestamp":170000000\#(number),\#(more)"payload":{"type":1,"content":"secret","reply":{"payload":"#
                + #"{"type":1,"content":"quoted"}}}}"#
        }
        program.write(
            "a.jsonl",
            [
                line(1, #""revoke":1,"#),
                line(2, #""message_extra":{"revoke":1,"content_edit":{"type":1,"content":"secret edit"}},"#),
                line(3, ""),
            ].joined(separator: "\n"))
        let shown = try program.run("msgreplay replay a.jsonl")
        let expected = """
            2:g · 2023-11-14 (UTC)
            22:13:21  u         [Message recalled]
            22:13:22  u         [Message recalled]
            22:13:23  u         secret
                      │ quoted

            """
        #expect(shown.output == expected, "\(shown.errors)")
        for format in ["text", "markdown", "html"] {
            let digest = try program.run("msgreplay digest a.jsonl --format \(format)").output
            #expect(digest.contains("2 messages were recalled and count without the text."), "\(format)")
            #expect(!digest.contains("edit"), "\(format)")
        }
    }

    @Test func `no JSON has a hidden character alive`() throws {
        let program = try Program()
        let hidden = "\u{9B}31m\u{202E}\u{2028}\u{61C}"
        program.write(
            "a\(hidden).jsonl",
            [
                #"{"type":1,"content":"x\#(hidden)","extra":"\#(hidden)"}"#,
                #"{"type":99999,"x\#(hidden)":"y\#(hidden)"}"#,
            ]
            .enumerated().map {
                #"{"message_id":\#($0.offset + 1),"from_uid":"u\#(hidden)","channel_id":"g\#(hidden)","channel_type":2,"#
                    + #""timestamp":1700000000,"payload":\#($0.element)}"#
            }.joined(separator: "\n"))
        for command in [
            "audit --format json", "audit --findings found.jsonl --format json", "digest --format json --by sender",
            "digest --format json", "replay --format jsonl", "replay --format jsonl --order time",
            "inspect --format json",
            "registry infer",
        ] {
            let result = try program.run("msgreplay \(command) a*.jsonl -q")
            #expect(result.status == 0, "\(command): \(result.errors)")
            let text = result.output + (program.read("found.jsonl") ?? "")
            #expect(text.contains(#"\u202e"#), "\(command)")
            let alive = text.unicodeScalars.filter { $0 != "\n" && HiddenCharacters.contains($0) }
            #expect(alive.isEmpty, "\(command): \(alive.map(\.value))")
        }
    }

    @Test func `the lines of the sample read as their golden file`() throws {
        let program = try Program()
        let api = try program.run("msgreplay replay Samples/api-messages.jsonl \(Self.shop) --format jsonl -q")
        #expect(api.status == 0 && api.errors.isEmpty)
        Golden.expect(api.output, is: "replay-api.jsonl")
    }

    @Test(
        .enabled(if: canMake, "needs python3 and ../shared/tools/make_archive.py"),
        arguments: Seeds.of(3, 21))
    func `lines read back into the archive's own values, and satisfy the schema`(seed: Int) throws {
        let program = try Program()
        let result = try program.run(
            """
            set -e
            for edits in 0 70; do
                python3 '\(Self.tool)' a --messages 800 --channels 6 --rows 300 --edits $edits --seed \(seed) --pack tar.gz
                msgreplay replay a \(Self.shop) --format jsonl >a.jsonl
                \(Self.check) content Samples/shop-registry/v3.json a a.jsonl
                msgreplay replay a \(Self.shop) --format jsonl --raw >raw.jsonl
                \(Self.check) content Samples/shop-registry/v3.json a raw.jsonl raw
                msgreplay replay a.tar.gz \(Self.shop) --format jsonl -j 1 | cmp - a.jsonl
                msgreplay replay - \(Self.shop) --format jsonl -j 4 <a.tar.gz | cmp - a.jsonl
                cat a.tar.gz | msgreplay replay - \(Self.shop) --format jsonl -j 2 | cmp - a.jsonl
            done
            \(Self.check) repack a.jsonl >repacked.jsonl
            msgreplay audit repacked.jsonl \(Self.shop) --fail-on warning --format json >audit.json
            """)
        #expect(result.status == 0, "seed \(seed): \(result.errors)\(result.output)")
        let report = try JSONDocument(Array((program.read("audit.json") ?? "").utf8)).root
        #expect((report["decoded"]?.integer ?? 0) > 700)
        #expect(report["decoded"]?.integer == report["records"]?.integer)
        for row in report["types"]?.elements ?? [] {
            #expect(row["defaulted"]?.members.isEmpty == true, "seed \(seed)")
            guard row["name"]?.string == "order" else { continue }
            let writtenAt = row["writtenAt"]?.members.map { "\($0.name) \($0.value.text)" }
            #expect(writtenAt == ["3 \(row["decoded"]?.text ?? "")", "partial 0"], "seed \(seed)")
        }
    }

    @Test(.enabled(if: canMake, "needs python3 and ../shared/tools/make_archive.py"))
    func `several archives sorted by time are what Python sorts them into`() throws {
        let program = try Program()
        let result = try program.run(
            """
            set -e
            make() { python3 '\(Self.tool)' $1 --messages $2 --seed $3 --pack $4; }
            make a 6000 \(Seeds.one(7)) tar.gz; make b 9000 8 jsonl.gz; make c 3000 9 none
            mkdir tmp
            msgreplay replay a.tar.gz b.jsonl.gz c \(Self.shop) --format jsonl --order time --tmp tmp >out.jsonl
            \(Self.check) time a.tar.gz b.jsonl.gz c out.jsonl
            test -z "$(ls -A tmp)"
            """)
        #expect(result.status == 0 && result.output == "18000 messages\n", "\(result.errors)\(result.output)")
    }

    @Test(
        .enabled(
            if: canCheck && access("/usr/share/zoneinfo/Europe/Berlin", R_OK) == 0, "needs python3 and tzdata"),
        arguments: [
            "America/New_York", "Europe/Berlin", "Australia/Lord_Howe", "Asia/Kathmandu", "Africa/Monrovia",
            "Pacific/Apia",
            "Antarctica/Troll", "America/St_Johns", "Asia/Shanghai", "UTC",
        ])
    func `local times are those of Python's zoneinfo`(zone: String) throws {
        let program = try Program()
        let result = try program.run(
            """
            \(Self.check) zones \(zone) >a.jsonl 2>wanted && msgreplay replay a.jsonl --tz \(zone) >found || exit 9
            if test -s a.jsonl; then diff wanted found && wc -l <found; fi
            """)
        // A zone without changes has nothing to show, and an empty file is no archive.
        #expect(result.status == (zone == "UTC" ? 9 : 0), "\(result.errors)\(result.output.suffix(2000))")
    }

    @Test func `names of zones are checked, and one that is near is named`() throws {
        let program = try Program()
        for (zone, message) in [
            ("Europe/Berln", "there is no time zone 'Europe/Berln'"),
            ("Mars/Base", "there is no time zone 'Mars/Base'"),
            ("../zoneinfo/UTC", "there is no time zone"), ("/usr/share/zoneinfo/UTC", "there is no time zone"),
            ("Europe", "there is no time zone"), ("zone.tab", "there is no time zone"),
            (":UTC", "there is no time zone"),
            ("''", "--tz needs ZONE; it is empty"),
        ] {
            let result = try program.run("msgreplay replay Samples/api-messages.jsonl --tz \(zone)")
            #expect(result.status == 2 && result.output.isEmpty, "\(zone)")
            #expect(result.errors.contains(message), "\(result.errors)")
        }
        for zone in ["Europe/Berln", "Berlin", "europe/berlin"] {
            let result = try program.run("msgreplay replay Samples/api-messages.jsonl --tz \(zone)")
            #expect(result.errors.contains("did you mean Europe/Berlin?"), "\(result.errors)")
        }
        let bare = try program.run(
            "mkdir empty; TZDIR=empty msgreplay replay Samples/api-messages.jsonl --tz Asia/Tokyo")
        #expect(bare.status == 2 && bare.errors.contains("install tzdata"), "\(bare.errors)")
        let utc = try program.run(
            "TZDIR=empty msgreplay replay Samples/api-messages.jsonl -q --tz UTC >a; TZ=Asia/Tokyo msgreplay replay "
                + "Samples/api-messages.jsonl -q | cmp - a")
        #expect(utc.status == 0, "\(utc.errors)\(utc.output)")
    }

    @Test func `a reader that goes away ends it quietly and at once`() throws {
        let program = try Program()
        let result = try program.run(
            """
            run() { msgreplay replay "$@" 2>errors; echo $? >status; }
            run Samples/shop-export.tar.gz | head -n 1 >first; cat status
            run Samples/shop-export.tar.gz --format jsonl --order time | head -n 1 >first; cat status
            # Standard input stays open: nothing may wait for it. Of the sample one message is due in hours.
            tar -xzf Samples/shop-export.tar.gz; mkfifo pipe
            (cat shop-export/message/*s-000001.jsonl shop-export/message/*s-000001.jsonl; exec sleep 30) >pipe & feeder=$!
            run - <pipe | head -n 1 >first; cat status; kill $feeder
            run Samples/shop-export.tar.gz --rate 1x | head -n 1 >first; cat status
            cat errors; wc -l <first
            """)
        #expect(
            result.output.split(separator: "\n").map { $0.filter { $0 != " " } } == ["0", "0", "0", "0", "1"],
            "\(result.errors)")
        let full = try program.run("msgreplay replay Samples/shop-export.tar.gz >/dev/full")
        #expect(full.status == 4 && full.errors.contains("can't write to standard output"), "\(full.errors)")
    }

    @Test func `a paced replay takes its time and can be interrupted`() throws {
        let program = try Program()
        let lines = [0, 1000, 2000].map {
            Program.row(seq: $0 / 1000 + 1).replacing("1609459200000", with: "\(1_609_459_200_000 + $0)")
        }
        program.write("a.jsonl", lines.joined())
        let result = try program.run(
            """
            start=$(date +%s%N); msgreplay replay a.jsonl --rate 4x -q >out; end=$(date +%s%N)
            echo $(( (end - start) / 1000000 >= 500 )); wc -l <out
            # What is due is out before the end.
            msgreplay replay a.jsonl --rate 0.01x -q >slow & sleep 0.7; wc -l <slow; kill -INT $!; kill $!; wait $!; echo $?
            """)
        let words = result.output.split(whereSeparator: \.isWhitespace)
        #expect(words.prefix(3) == ["1", "4", "2"], "\(result.errors)\(result.output)")
        // A background job of a script ignores SIGINT, but not SIGTERM.
        #expect(words.last == "143")
    }

    @Test func `nothing of an archive reaches the terminal alive`() throws {
        let program = try Program()
        let evil = #"\u001b[31m\u202e\r\n00:00:00  boss  pay\u0000\u009b"#
        program.write(
            "a.jsonl",
            #"{"message_idstr":"5","from_uid":"\#(evil)","channel_id":"\#(evil)","channel_type":2,"timestamp":1609459200,"#
                + #""payload":{"type":1,"content":"\#(evil)","reply":{"from_name":"\#(evil)","payload":"#
                + #"{"type":"\#(evil)"}}}}"# + "\n")
        for arguments in ["", "--order time", "--color always"] {
            let result = try program.run("msgreplay replay a.jsonl \(arguments)")
            #expect(result.status == 0, "\(result.errors)")
            let isPainted = arguments.hasPrefix("--color")
            #expect(result.output.split(separator: "\n").count == 3)
            for scalar in result.output.unicodeScalars where scalar != "\n" {
                let isControl = scalar.value < 0x20 || (0x7F..<0xA0).contains(scalar.value) || scalar.value == 0x202E
                #expect(!isControl || (isPainted && scalar == "\u{1B}"), "\(scalar.value) in \(result.output)")
            }
        }
    }

    @Test func `a damaged archive is shown up to the damage`() throws {
        let program = try Program()
        let result = try program.run(
            """
            gzip -dc Samples/shop-export.tar.gz | tar -xO shop-export/message/messages-000001.jsonl | gzip -c >a.gz
            head -c 60000 a.gz >cut.gz; msgreplay replay cut.gz \(Self.shop) --format jsonl >out; echo $?; wc -l <out
            msgreplay replay none.gz; echo $?; msgreplay replay Samples/README.md Samples/api-messages.jsonl -q | wc -l
            """)
        let words = result.output.split(whereSeparator: \.isWhitespace).compactMap { Int($0) }
        #expect(
            words.count == 4 && words[0] == 3 && words[1] > 100 && words[2] == 2 && words[3] > 26, "\(result.output)")
        #expect(result.errors.contains("cut.gz") && result.errors.contains("none.gz"))
    }

    @Test func `a temporary folder without room is named, with what is needed`() throws {
        let program = try Program()
        guard try program.run("mkdir disk && mount -t tmpfs -o size=1m none disk").status == 0 else { return }
        defer { _ = try? program.run("umount disk") }
        // More than is sorted in memory.
        let result = try program.run(
            """
            gzip -dc Samples/shop-export.tar.gz | tar -xO shop-export/message/messages-000001.jsonl >a.jsonl
            for n in 1 2 3 4 5 6 7 8 9; do cat a.jsonl; done >b.jsonl
            msgreplay replay b.jsonl b.jsonl \(Self.shop) --order time --format jsonl --tmp disk; echo $?
            TMPDIR=disk msgreplay replay b.jsonl \(Self.shop) --order time --format jsonl; echo $?; ls -A disk
            """)
        #expect(result.output == "4\n4\n")
        let lines = result.errors.split(separator: "\n")
        #expect(lines.count == 2)
        for line in lines {
            #expect(line.contains("temporary files go to disk, but only 1 MiB are free there"))
            #expect(line.contains("MiB more are needed; name a folder with more room"))
        }
    }
}
