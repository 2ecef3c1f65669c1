import JSONText

/// The same records in several packings, in a folder of their own.
struct MadeArchive {
    var folder: String
    var records: Int
    var seed: UInt64
    /// The bytes of all lines.
    var lineBytes: Int
    /// The bytes of each packing on disk.
    var sizes: [Packing: Int]
    /// How many payloads of each label there are, by the label's text.
    var labels: [String: Int]
    /// How many payloads are inside payloads.
    var nested: Int

    func path(of packing: Packing) -> String { "\(folder)/\(packing.name)" }

    /// The files of the bundle, as its manifest has them.
    func bundleFiles() throws(BenchError) -> [String] {
        let bundle = path(of: .bundle)
        guard let bytes = Disk.contents(of: "\(bundle)/manifest.json"), let manifest = try? JSONDocument(bytes).root,
            let files = manifest["files"]?.elements
        else { throw .failed("no manifest in \(bundle); delete the folder and run again") }
        return files.compactMap { $0["path"]?.string }.map { "\(bundle)/\($0)" }
    }

    /// Changes with everything that changes the archives' bytes, so that older ones aren't used again.
    private static let version = 1
    private static let format = "msgreplay-bench-archive"

    /// The note in the folder that says that the archive is whole.
    private static func note(in folder: String) -> String { "\(folder)/made.json" }

    func writeNote() throws(BenchError) {
        var writer = JSONWriter(pretty: true)
        writer.beginObject()
        writer.name("format")
        writer.string(Self.format)
        for (name, value) in [
            ("version", Self.version), ("records", records), ("lineBytes", lineBytes), ("nested", nested),
        ] {
            writer.name(name)
            writer.integer(value)
        }
        writer.name("seed")
        writer.string(String(seed))
        let bySize = Dictionary(uniqueKeysWithValues: sizes.map { ($0.key.rawValue, $0.value) })
        for (name, numbers) in [("sizes", bySize), ("labels", labels)] {
            writer.name(name)
            writer.beginObject()
            for (key, value) in numbers.sorted(by: { $0.key < $1.key }) {
                writer.name(key)
                writer.integer(value)
            }
            writer.endObject()
        }
        writer.endObject()
        writer.newline()
        let note = Self.note(in: folder)
        let sink = try FileSink(note + ".new")
        try sink.write(writer.bytes)
        try sink.finish()
        try Disk.rename(note + ".new", to: note)
    }

    /// What an earlier run made in a folder; nil where it isn't whole, or not this.
    init?(madeIn folder: String, records: Int, seed: UInt64, packings: [Packing]) {
        guard let bytes = Disk.contents(of: Self.note(in: folder)), let root = try? JSONDocument(bytes).root,
            root["format"]?.string == Self.format, root["version"]?.integer == Self.version,
            root["records"]?.integer == records, root["seed"]?.string == String(seed),
            let lineBytes = root["lineBytes"]?.integer, let nested = root["nested"]?.integer
        else { return nil }
        func numbers(_ name: String) -> [(name: String, value: Int)] {
            (root[name]?.members ?? []).map { ($0.name, $0.value.integer ?? 0) }
        }
        sizes = [:]
        for (name, value) in numbers("sizes") {
            if let packing = Packing(rawValue: name) { sizes[packing] = value }
        }
        guard Set(packings).isSubset(of: sizes.keys) else { return nil }
        labels = Dictionary(numbers("labels").map { ($0.name, $0.value) }) { first, _ in first }
        self.folder = folder
        self.records = records
        self.seed = seed
        self.lineBytes = lineBytes
        self.nested = nested
    }

    init(folder: String, records: Int, seed: UInt64, lineBytes: Int, sizes: [Packing: Int], counts: MadeCounts) {
        self.folder = folder
        self.records = records
        self.seed = seed
        self.lineBytes = lineBytes
        self.sizes = sizes
        labels = Dictionary(uniqueKeysWithValues: counts.labels.map { ($0.key.text, $0.value) })
        nested = counts.nested
    }
}
