import Testing

/// A call that can't be carried out: one message that says what is wrong and what to do, and the right exit status.
struct BadCallTests {
    struct Call: CustomTestStringConvertible {
        let shows: String
        /// What is there before, as a shell command.
        var set = ":"
        let command: String
        var status: Int32 = 2
        /// Texts that the message has.
        let says: [String]

        var testDescription: String { shows }
    }

    static func registry(_ text: String) -> String { "mkdir r && cat >r/v1.json <<'END'\n\(text)\nEND\n" }

    static let calls = [
        Call(
            shows: "a missing file", command: "msgreplay audit nowhere.jsonl",
            says: ["nowhere.jsonl: no such file or directory"]),
        Call(
            shows: "a file below a file", set: ": >file", command: "msgreplay audit file/x",
            says: ["file/x: no such file or directory"]),
        Call(
            shows: "an empty file", set: ": >empty.jsonl", command: "msgreplay audit empty.jsonl", status: 3,
            says: ["empty.jsonl", "an empty file"]),
        Call(
            shows: "nothing on standard input", command: "msgreplay audit - </dev/null", status: 3,
            says: ["an empty file"]),
        Call(
            shows: "a directory without a manifest", set: "mkdir d && : >d/x", command: "msgreplay audit d", status: 3,
            says: ["d", "manifest.json"]),
        Call(
            shows: "an unreadable file", set: "ln -s loop loop", command: "msgreplay audit loop", status: 3,
            says: ["loop", "can't be read"]),
        Call(
            shows: "text that is no archive", set: "echo hello >note.txt", command: "msgreplay audit note.txt",
            status: 3,
            says: ["note.txt", "not an archive"]),
        Call(
            shows: "a page of messages over many lines",
            set: #"printf '{\n "messages": [\n  {"message_id": 5}]}' >page"#,
            command: "msgreplay audit page", status: 3, says: ["page is one JSON object over many lines", "jq"]),
        Call(
            shows: "one array for all", set: #"echo '[{"message_id":5,"payload":{}}]' >array"#,
            command: "msgreplay audit array", status: 3, says: ["array is one JSON array", "jq"]),
        Call(shows: "no archive", command: "msgreplay audit", says: ["no archive given", "--help"]),
        Call(
            shows: "an option misspelt", command: "msgreplay audit --registri r x",
            says: ["--registri", "did you mean", "--registry"]),
        Call(shows: "a command misspelt", command: "msgreplay adit x", says: ["adit", "did you mean", "audit"]),
        Call(shows: "no abbreviations", command: "msgreplay audit --lang en x", says: ["--lang"]),
        Call(shows: "an option without its value", command: "msgreplay audit x --at", says: ["--at"]),
        Call(shows: "a value that is none", command: "msgreplay audit x --format pdf", says: ["pdf", "json"]),
        Call(shows: "a day that is none", command: "msgreplay audit x --since 2021-02-30", says: ["2021-02-30"]),
        Call(
            shows: "a version that the series doesn't have",
            command: "msgreplay audit --registry Samples/shop-registry --at 9 Samples/shop-export.tar.gz",
            says: ["shop has no version 9", "1, 2, 3"]),
        Call(
            shows: "standard input twice", command: "msgreplay audit - - </dev/null", says: ["standard input"]),
        Call(
            shows: "a missing registry", command: "msgreplay audit --registry r Samples/shop-export.tar.gz",
            says: ["r: ", "--registry"]),
        Call(
            shows: "a registry folder with nothing in it", set: "mkdir r",
            command: "msgreplay audit --registry r Samples/shop-export.tar.gz", says: ["r: ", "v1.json"]),
        Call(
            shows: "a registry that is no JSON", set: registry(#"{"registry": "shop", "version": 1,}"#),
            command: "msgreplay audit --registry r Samples/shop-export.tar.gz", says: ["r/v1.json:1:35"]),
        Call(
            shows: "an unknown member in a registry",
            set: registry("{\"registry\": \"shop\", \"version\": 1,\n  \"contnets\": [], \"contents\": []}"),
            command: "msgreplay audit --registry r Samples/shop-export.tar.gz",
            says: ["r/v1.json:2:3", "contnets", "contents"]),
        Call(
            shows: "an unknown keyword in a schema",
            set: registry(
                "{\"registry\":\"shop\",\"version\":1,\"contents\":[{\"type\":7,\"name\":\"x\",\n"
                    + "\"schema\":{\"properties\":{\"a\":{\"defualt\":1}}}}]}"),
            command: "msgreplay audit --registry r Samples/shop-export.tar.gz",
            says: ["r/v1.json:2:", "defualt", "default"]),
        Call(
            shows: "a default that breaks its own schema",
            set: registry(
                #"{"registry":"shop","version":1,"contents":[{"type":7,"name":"x","#
                    + #""schema":{"properties":{"a":{"type":"string","default":1}}}}]}"#),
            command: "msgreplay audit --registry r Samples/shop-export.tar.gz",
            says: ["r/v1.json:1:", "default"]),
        Call(
            shows: "a type number twice in a registry",
            set: registry(
                #"{"registry":"shop","version":1,"contents":[{"type":7,"name":"x","schema":{}},"#
                    + #"{"type":7,"name":"y","schema":{}}]}"#),
            command: "msgreplay audit --registry r Samples/shop-export.tar.gz", says: ["r/v1.json:1:", "7"]),
        Call(
            shows: "a version gap in a registry",
            set: "mkdir r && cp Samples/shop-registry/v1.json Samples/shop-registry/v3.json r",
            command: "msgreplay audit --registry r Samples/shop-export.tar.gz", says: ["v2.json is missing"]),
        Call(
            shows: "no registry to check", command: "msgreplay registry check r",
            says: ["r: ", "v1.json"]),
        Call(
            shows: "a folder to check with nothing in it", set: "mkdir r && : >r/notes.txt",
            command: "msgreplay registry check r", says: ["r: ", "v1.json"]),
        Call(
            shows: "one file to check", command: "msgreplay registry check Samples/shop-registry/v1.json",
            says: ["v1.json: ", "folder"]),
        Call(
            shows: "a registry command misspelt", command: "msgreplay registry chekc r",
            says: ["chekc", "did you mean", "check", "msgreplay registry --help"]),
        Call(
            shows: "a report into a missing folder",
            command: "msgreplay audit Samples/shop-export.tar.gz -o nowhere/report.json --format json", status: 4,
            says: ["nowhere/report.json", "No such file or directory"]),
        Call(
            shows: "findings into a missing folder",
            command: "msgreplay audit Samples/shop-export.tar.gz --findings nowhere/f.gz", status: 4,
            says: ["nowhere/f.gz"]),
        Call(
            shows: "quarantine over the archive that is read", set: "cp Samples/api-messages.jsonl a.jsonl",
            command: "msgreplay audit a.jsonl --quarantine a.jsonl", says: ["a.jsonl"]),
        Call(
            shows: "a report that is no report", set: "echo '{}' >r.json", command: "msgreplay merge r.json",
            says: ["r.json", "audit --format json"]),
        Call(
            shows: "a missing report", command: "msgreplay merge nowhere.json", says: ["nowhere.json"]),
        Call(
            shows: "an archive for a report", command: "msgreplay merge Samples/api-messages.jsonl",
            says: ["api-messages.jsonl"]),
        Call(
            shows: "a code that there isn't", command: "msgreplay explain field-typ", says: ["field-typ", "field-type"]),
    ]

    @Test(arguments: calls)
    func `says what is wrong`(_ call: Call) throws {
        let program = try Program()
        let result = try program.run("\(call.set)\n\(call.command)")
        #expect(result.status == call.status, "\(result.errors)")
        #expect(result.output.isEmpty)
        #expect(result.errors.hasPrefix("msgreplay: error: "))
        #expect(result.errors.split(separator: "msgreplay: error: ").count == 1, "one message: \(result.errors)")
        for text in call.says { #expect(result.errors.contains(text), "\(result.errors)") }
        #expect(!result.errors.contains("Fatal error"))
    }

    @Test(arguments: [
        "nowhere.jsonl", "file/x", "empty.jsonl", "empty.gz", "d", "loop", "note.txt", "page", "array",
    ])
    func `every command says the same of what is no archive`(_ path: String) throws {
        let program = try Program()
        _ = try program.run(
            """
            : >file; : >empty.jsonl; : | gzip >empty.gz; mkdir d; : >d/x; ln -s loop loop; echo hello >note.txt
            printf '{\n "messages": [\n  {"message_id": 5}]}' >page
            echo '[{"message_id":5,"payload":{}}]' >array
            """)
        let audit = try program.run("msgreplay audit \(path)")
        #expect(audit.status == (path == "nowhere.jsonl" || path == "file/x" ? 2 : 3))
        for command in ["inspect", "digest", "replay", "registry infer", "migrate --dry-run"] {
            let other = try program.run("msgreplay \(command) \(path)")
            #expect(other.status == audit.status, "\(command)")
            #expect(other.errors == audit.errors, "\(command)")
            #expect(other.output.isEmpty, "\(command)")
        }
    }
}
