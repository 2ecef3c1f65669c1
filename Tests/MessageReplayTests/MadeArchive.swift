import Glibc
import JSONText
import Synchronization
import Testing

/// An archive of the sample generator, as it lies on disk, with what the generator knows of it.
final class MadeArchive: Sendable {
    /// The ways in which the same messages are packed.
    enum Packing: String, CaseIterable, Sendable {
        case folder = "out"
        case tarGzip = "out.tar.gz"
        case linesGzip = "out.jsonl.gz"
        case lines = "out.jsonl"
        case blockGzip = "out.bgz"

        /// Whether all files of the bundle are in it, not only its messages.
        var isBundle: Bool { self == .folder || self == .tarGzip }
    }

    private static let tool: String? = {
        let package = #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(3)
        let path = package.joined(separator: "/") + "/../shared/tools/make_archive.py"
        return access(path, R_OK) == 0 && ScratchFolder.has("python3") ? path : nil
    }()

    /// Whether archives can be made here.
    static var isPossible: Bool { tool != nil }
    static let whyNot: Comment = "needs ../shared/tools/make_archive.py and python3"

    let scratch = ScratchFolder()
    let truth: Truth

    /// The archives that were made, by their options. Making one takes longer than most of what tests do with it.
    private static let shared = Mutex<[String: Lazy]>([:])

    /// An archive in every packing. It is the same one for every test that asks for these options: none may change it.
    static func of(_ options: String) throws -> MadeArchive {
        let lazy = shared.withLock { shared in
            if shared.isEmpty { atexit { MadeArchive.shared.withLock { $0.removeAll() } } }
            let lazy = shared[options] ?? Lazy()
            shared[options] = lazy
            return lazy
        }
        return try lazy.archive(options)
    }

    /// An archive that is made when it is asked for, while others can be made too.
    private final class Lazy: Sendable {
        private let made = Mutex<MadeArchive?>(nil)

        func archive(_ options: String) throws -> MadeArchive {
            try made.withLock { made in
                let archive = try made ?? MadeArchive(options)
                made = archive
                return archive
            }
        }
    }

    private init(_ options: String) throws {
        let tool = try #require(Self.tool)
        try #require(scratch.run("python3 '\(tool)' out \(options) --pack tar.gz") == 0)
        // The generator's jsonl.gz has the lines of these files, in this order.
        try #require(scratch.run("cat out/message/messages-*.jsonl >out.jsonl && gzip -c out.jsonl >out.jsonl.gz") == 0)
        if ScratchFolder.has("bgzip") { try #require(scratch.run("bgzip -c out.jsonl >out.bgz") == 0) }
        truth = try Truth(scratch.read("out.truth.json"))
    }

    /// The packings that could be made.
    var packings: [Packing] {
        Packing.allCases.filter { access(path(of: $0), R_OK) == 0 }
    }

    func path(of packing: Packing) -> String { "\(scratch.path)/\(packing.rawValue)" }

    /// The lines of its messages.
    var lines: [[UInt8]] { scratch.read("out.jsonl").split(separator: 0x0A).map { Array($0) } }
}

/// What the generator says is in an archive.
struct Truth: Sendable {
    var records = 0
    var decoded = 0
    var unknown = 0
    var malformed = 0
    var nested = 0
    /// The number of messages with each label.
    var labels: [String: Int] = [:]

    init(_ bytes: [UInt8]) throws {
        let root = try JSONDocument(bytes).root
        records = try #require(root["messages"]?.integer)
        decoded = try #require(root["decoded"]?.integer)
        unknown = try #require(root["unknown"]?.integer)
        malformed = try #require(root["malformed"]?.integer)
        nested = try #require(root["nested"]?["decoded"]?.integer)
        for (label, count) in try #require(root["labels"]?.members) { labels[label] = count.integer ?? 0 }
    }

    /// How many messages have a label that begins so.
    func count(_ prefix: String) -> Int { labels.reduce(0) { $0 + ($1.key.hasPrefix(prefix) ? $1.value : 0) } }
}
