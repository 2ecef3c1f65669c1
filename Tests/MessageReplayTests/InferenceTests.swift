import Archives
import JSONText
import MessageReplay
import Registries
import TestSupport
import Testing

/// What `registry infer` finds of the shop's order card, held against a count by another program.
@Suite(.enabled(if: MadeArchive.isPossible, MadeArchive.whyNot))
struct InferenceTests {
    static let seeds = Seeds.of(1, 7, 11)

    /// Counts, with nothing of this package, the members of all payloads of the types that the built-in registry
    /// doesn't have: in message rows, nested payloads, latest messages and edits.
    private static let counting = """
        import base64, collections, json, sys
        seen, members, kinds = collections.Counter(), collections.Counter(), collections.defaultdict(collections.Counter)
        ranges, lengths = collections.defaultdict(list), collections.defaultdict(list)
        names = {str: "string", int: "integer", float: "number", dict: "object", list: "array", bool: "boolean"}
        def take(payload, place):
            if not isinstance(payload, dict): return
            kind = payload.get("type")
            if kind in (10001, 10042, 10077, 555):
                seen[kind, place] += 1
                for name, value in payload.items():
                    if name != "type":
                        members[kind, name] += 1
                        kinds[kind, name][names[type(value)]] += 1
                        if type(value) is int: ranges[kind, name].append(value)
                        if type(value) is str: lengths[kind, name].append(len(value))
            inner = payload.get("reply")
            if isinstance(inner, dict): take(inner.get("payload"), "nested")
            if kind == 11:
                for message in payload.get("msgs", []): take(message.get("payload"), "nested")
        def read(name, place, payload):
            try: lines = open(name, "rb").read().splitlines()
            except FileNotFoundError: return
            for line in lines:
                text = base64.b64decode(payload(json.loads(line)))
                try: value = json.loads(text)
                except ValueError: continue
                take(value, place)
        for file in json.load(open("out/manifest.json"))["files"]:
            if file["kind"] == "message.messages":
                read("out/" + file["path"], "records", lambda row: row["payload_b64"])
        read("out/meta/channel_latest.jsonl", "carriers", lambda row: row["last_payload_b64"])
        read("out/meta/message_update.jsonl", "carriers", lambda row: row["row"]["payload"])
        for (kind, place), count in seen.items(): print("seen", kind, place, count)
        for (kind, name), count in members.items():
            print("member", kind, name, count, ",".join(sorted(kinds[kind, name])))
        for what, found in ("x-range", ranges), ("x-length", lengths):
            for (kind, name), values in found.items(): print(what, kind, name, min(values), max(values))
        """

    @Test(arguments: seeds, ["", " --clean"])
    func `the draft has the order card's members, types and presence exactly`(seed: Int, clean: String) throws {
        let made = try MadeArchive.of("--messages 800 --rows 300 --edits 20 --seed \(seed)\(clean)")
        let draft = try Self.draft([made.path(of: .folder)])
        let contents = try #require(try JSONDocument(draft.text).root["contents"]).elements
        #expect(Set(Self.lines(of: contents)) == Set(try made.run(Self.counting)), "seed \(seed)\(clean)")
        guard !clean.isEmpty else { return }
        // Without faults it is known what has to come out.
        let order = try #require(contents.first { $0["type"]?.integer == 10001 })
        #expect(contents.count == 1)
        #expect(order["schema"]?["required"]?.elements.map(\.string) == ["order_id", "title"])
        #expect(order["digest"]?.string == "[type_10001] {title|oneline|cut:60}")
        let properties = try #require(order["schema"]?["properties"])
        #expect(properties.members.map(\.name) == ["currency", "order_id", "quantity", "status", "title"])
        #expect(properties["currency"]?["x-enum"]?.elements.map(\.string) == ["CNY", "EUR", "USD"])
        #expect(properties["order_id"]?["x-enum"] == nil)
        #expect(made.truth.count("ok:10001:") == order["x-seen"]?["records"]?.integer)
    }

    @Test(arguments: seeds)
    func `an audit with the draft decodes all that was unknown`(seed: Int) throws {
        let made = try MadeArchive.of("--messages 800 --rows 300 --edits 20 --seed \(seed)")
        let scratch = ScratchFolder()
        let before = try AuditReport.of([made.path(of: .folder)], try Shop.builtin())
        let draft = try Self.draft([made.path(of: .folder)])
        let series = try RegistrySeries(contentsOf: scratch.write("draft.json", draft.text))
        #expect(series.warnings.isEmpty)
        let after = try AuditReport.of([made.path(of: .folder)], try #require(ContentRegistry(series)))
        #expect(before.totals.unknown > 0 && before.nested.unknown > 0)
        #expect(after.totals.unknown == 0 && after.nested.unknown == 0)
        #expect(after.totals.malformed == before.totals.malformed)
        #expect(after.carriers.allSatisfy { $0.counts.unknown == 0 })
    }

    @Test(arguments: seeds)
    func `the draft has the same bytes whatever the number of workers and the size of chunks`(seed: Int) throws {
        let made = try MadeArchive.of("--messages 800 --rows 300 --edits 20 --seed \(seed)")
        let one = try Self.draft([made.path(of: .folder)]).text
        for (workers, size) in [(1, 4096), (4, 4096), (4, 1 << 20), (3, 20_000)] {
            #expect(try Self.draft([made.path(of: .folder)], workers: workers, chunkSize: size).text == one)
        }
        // Two archives are as one, in any order.
        let other = try MadeArchive.of("--messages 300 --seed \(seed + 1)")
        let paths = [made.path(of: .tarGzip), other.path(of: .lines)]
        #expect(try Self.draft(paths).text == Self.draft(paths.reversed()).text)
    }

    @Test func `a series gets its next version with all that it had`() throws {
        let made = try MadeArchive.of("--messages 1500 --seed 7")
        let scratch = ScratchFolder()
        let folder = Shop.samples + "/shop-registry"
        let series = try Shop.series()
        let registry = try #require(ContentRegistry(series))
        let draft = try Self.draft([made.path(of: .folder)], registry, series)
        #expect(draft.registry == "shop" && draft.version == 4)
        #expect(draft.additions.map(\.type) == [555, 10042, 10077])
        #expect(draft.additions.map(\.name) == ["type_555", "type_10042", "type_10077"])
        scratch.run("mkdir shop && cp '\(folder)'/v*.json shop")
        scratch.write("shop/v4.json", draft.text)
        let next = try RegistrySeries(contentsOf: scratch.path + "/shop")
        #expect(next.versions.count == 4 && next.warnings.isEmpty)
        let (newer, older) = (next.newest, registry.resolved)
        for definition in older.contents {
            let kept = try #require(newer.contents.first { $0.type == definition.type })
            #expect(kept.name == definition.name && kept.digest == definition.digest)
            #expect(kept.searchable == definition.searchable)
        }
        #expect(newer.contents.count == older.contents.count + 3)
        // The file keeps what people wrote, to the letter.
        let kept = try JSONDocument(ScratchFolder.contents(of: folder + "/v3.json")).root["contents"]
        let copied = try JSONDocument(draft.text).root["contents"]
        #expect(copied?.elements.first?.members.map(\.name) == kept?.elements.first?.members.map(\.name))
        let report = try AuditReport.of([made.path(of: .folder)], try #require(ContentRegistry(next)))
        #expect(report.totals.unknown == 0)
    }

    @Test func `filters and a limit choose the messages`() throws {
        let made = try MadeArchive.of("--messages 1500 --seed 7")
        let one = try Self.inference([made.path(of: .linesGzip)]) { $0.filter.types = [.number("10042")] }
        #expect(one.records == made.truth.count("unknown:10042") && one.filtered == 1500 - one.records)
        #expect(one.records > 0)
        let draft = RegistryDraft(one.sketch, following: try .wukongim())
        #expect(draft.additions.map(\.type) == [10042])
        let none = try Self.inference([made.path(of: .linesGzip)]) { $0.filter.match = "a" }
        #expect(none.sketch.unknown.total == 0)
        let few = try Self.inference([made.path(of: .linesGzip)], workers: 4) { $0.filter.limit = 10 }
        #expect(few.records == 10)
    }

    // MARK: Helpers

    private static func inference(
        _ paths: [String], _ registry: ContentRegistry? = nil, workers: Int = 1, chunkSize: Int? = nil,
        _ change: (inout InferenceOptions) -> Void = { _ in }
    ) throws -> Inference {
        var options = InferenceOptions()
        options.workers = workers
        change(&options)
        let inference = Inference(try registry ?? Shop.builtin(), options)
        var reading = ArchiveReader.Options()
        if let chunkSize { reading.chunkSize = chunkSize }
        for path in paths { try inference.read(path, reading) }
        #expect(inference.damages.isEmpty)
        return inference
    }

    private static func draft(
        _ paths: [String], _ registry: ContentRegistry? = nil, _ series: RegistrySeries? = nil, workers: Int = 1,
        chunkSize: Int? = nil
    ) throws -> RegistryDraft {
        let found = try inference(paths, registry, workers: workers, chunkSize: chunkSize)
        return RegistryDraft(found.sketch, following: try series ?? .wukongim())
    }

    /// A draft's definitions as the counting program prints them.
    private static func lines(of contents: [JSONValue]) -> [String] {
        contents.flatMap { content in
            let type = content["type"]?.text ?? ""
            let seen = content["x-seen"]?.members.filter { $0.value.integer != 0 } ?? []
            return seen.map { "seen \(type) \($0.name) \($0.value.text)" }
                + (content["schema"]?["properties"]?.members ?? []).flatMap { name, schema in
                    let types = schema["type"]?.string.map { [$0] } ?? schema["type"]?.elements.compactMap(\.string)
                    let list = (types ?? []).sorted().joined(separator: ",")
                    let bounds = ["x-range", "x-length"].compactMap { note in
                        (schema[note]?.elements.map(\.text).joined(separator: " ")).map {
                            "\(note) \(type) \(name) \($0)"
                        }
                    }
                    return ["member \(type) \(name) \(schema["x-seen"]?.text ?? "") \(list)"] + bounds
                }
        }
    }
}

extension MadeArchive {
    /// Runs a Python program beside the archive and returns the lines that it prints.
    fileprivate func run(_ program: String) throws -> [String] {
        let folder = ScratchFolder()
        folder.write("program.py", program)
        try #require(folder.run("ln -s '\(path(of: .folder))' out && python3 program.py >printed") == 0)
        return String(decoding: folder.read("printed"), as: UTF8.self).split(separator: "\n").map(String.init)
    }
}
