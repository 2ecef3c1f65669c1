/// The ways in which the same records are packed.
enum Packing: String, CaseIterable {
    /// The lines as one gzip member.
    case gzip
    /// The lines as block gzip (BGZF).
    case blocks = "block gzip"
    /// A bundle directory whose messages are in several files.
    case bundle
    /// The lines as they are.
    case plain

    /// What it is called in its folder.
    var name: String {
        switch self {
        case .gzip: "lines.jsonl.gz"
        case .blocks: "blocks.jsonl.gz"
        case .bundle: "bundle"
        case .plain: "lines.jsonl"
        }
    }

    /// A name for what it is migrated to, which says whether that is compressed.
    var outputName: String { "migrated-\(name)" }
}
