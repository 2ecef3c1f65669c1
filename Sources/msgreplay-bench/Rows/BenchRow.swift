/// What msgreplay is asked to do.
enum Job: String, CaseIterable {
    case audit
    case unverified = "migrate --no-verify"
    case migrate
    /// At the level that ISA-L compresses at; only where the program uses it.
    case fast = "migrate --level 2 --no-verify"
    case digest
    case inspect

    var writes: Bool { [.unverified, .migrate, .fast].contains(self) }
}

/// What is timed: a pipeline of programs, and what they work on.
struct BenchRow {
    /// Which row it is, for those that compare rows.
    enum Name: Hashable {
        case own(Job, Packing, workers: Int)
        /// On an archive with a tenth of the records.
        case tenth(Job, workers: Int)
        case peer(Peer)
        case start(StartUp)
    }

    /// What a start of the program is for.
    enum StartUp: String, CaseIterable {
        /// A program that does nothing: what starting one takes here.
        case nothing = "true"
        case help = "msgreplay --help"
        case audit = "msgreplay audit, 100 records"
    }

    var name: Name
    /// The name as tables have it.
    var title: String
    /// The archive as tables have it.
    var archive: String
    var workers: Int?
    var pipeline: [Invocation]
    /// What it reads.
    var packing: Packing?
    /// How many records it reads, and how many bytes their lines have.
    var records = 0
    var lineBytes = 0
    /// What it writes, which must not be there when it starts.
    var output: String?

    /// The words that `--only` looks at.
    var label: String { "\(title) \(archive)\(workers.map { " -j\($0)" } ?? "")" }

    /// Whether it is msgreplay.
    var isOwn: Bool {
        switch name {
        case .own, .tenth, .start(.help), .start(.audit): true
        case .peer, .start(.nothing): false
        }
    }

    func isWanted(by only: [String]) -> Bool { only.isEmpty || only.contains { label.contains($0) } }
}
