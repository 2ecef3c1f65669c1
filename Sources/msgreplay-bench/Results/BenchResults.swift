/// All that one run of the benchmark found out.
struct BenchResults {
    /// A row and what its runs took.
    struct Row {
        var row: BenchRow
        var samples = Samples()
        /// Why it came to nothing, where it did.
        var failure: String?
    }

    var programVersion: String
    var usesISAL: Bool
    var records: Int
    var seed: UInt64
    var rounds: Int
    var cores: Int
    var processor: String?
    /// The most workers of any row; goals look at those.
    var workers: Int
    var lineBytes: Int
    var sizes: [Packing: Int]
    var rows: [Row] = []
    var starts: [Row] = []
    var skipped: [Peers.Skipped] = []
    /// The bytes of a migrated archive in block gzip, and of the same lines compressed by pigz at the same level.
    var migratedSize: (own: Int, pigz: Int)?

    /// What the runs of a row took; nil where it wasn't run or failed.
    func samples(_ name: BenchRow.Name) -> Samples? {
        (rows + starts).first { $0.row.name == name && $0.failure == nil && !$0.samples.isEmpty }?.samples
    }

    /// The row's best time as a multiple of that of the peer that only reads the same archive.
    func ratio(_ row: Row) -> Double? {
        if case .tenth = row.row.name { return nil }
        guard let packing = row.row.packing, let peer = Peer.reader(of: packing, usesISAL: usesISAL) else { return nil }
        return ratio(row.row.name, to: .peer(peer))
    }

    /// One row's best time as a multiple of another's; nil where one is missing.
    func ratio(_ name: BenchRow.Name, to other: BenchRow.Name) -> Double? {
        guard let time = samples(name)?.best, let base = samples(other)?.best, base > 0 else { return nil }
        return time / base
    }

    var failures: [Row] { (rows + starts).filter { $0.failure != nil } }
}
