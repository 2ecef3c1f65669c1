/// Other programs, doing what the jobs are held against.
enum Peer: CaseIterable {
    case pigz, igzip, pigzBoth, igzipBoth, jq, duckdb, python
    case pigzBlocks, igzipBlocks, bgzip
    case sha256sum

    var title: String {
        switch self {
        case .pigz, .pigzBlocks: "pigz -dc"
        case .igzip, .igzipBlocks: "igzip -dc"
        case .pigzBoth: "pigz -dc | pigz -6 -p2"
        case .igzipBoth: "igzip -dc | igzip -2"
        case .jq: "jq counting types"
        case .duckdb: "DuckDB counting types"
        case .python: "Python with orjson counting types"
        case .bgzip: "bgzip -dc -@2"
        case .sha256sum: "sha256sum"
        }
    }

    var packing: Packing {
        switch self {
        case .pigz, .igzip, .pigzBoth, .igzipBoth, .jq, .duckdb, .python: .gzip
        case .pigzBlocks, .igzipBlocks, .bgzip: .blocks
        case .sha256sum: .bundle
        }
    }

    /// The peer that only reads an archive in a packing, against which all its rows are held.
    ///
    /// - Parameter usesISAL: Whether msgreplay decompresses by ISA-L, as igzip does.
    static func reader(of packing: Packing, usesISAL: Bool) -> Peer? {
        switch packing {
        case .gzip: usesISAL ? .igzip : .pigz
        case .blocks: usesISAL ? .igzipBlocks : .pigzBlocks
        case .bundle: .sha256sum
        case .plain: nil
        }
    }
}

/// The peers that are installed here.
struct Peers {
    /// What stands in the way of a peer.
    struct Skipped: Equatable {
        var title: String
        var reason: String
    }

    private(set) var skipped: [Skipped] = []
    private let python: String?
    private let hasISALModule: Bool
    private let errors: String

    /// - Parameter errors: A file for what programs write to standard error.
    init(errors: String) {
        self.errors = errors
        // What `PATH` has may be a script that looks for the real one, each time anew.
        python = System.find("python3").flatMap { found in
            let real = ChildProcess.text(
                of: [Invocation(found, ["-c", "import sys; print(sys.executable)"])], errors: errors)
            return real.map { String($0.prefix { $0 != "\n" }) }
        }
        hasISALModule = Self.has("isal", python, errors)
    }

    private static func has(_ module: String, _ python: String?, _ errors: String) -> Bool {
        guard let python else { return false }
        return ChildProcess.text(of: [Invocation(python, ["-c", "import \(module)"])], errors: errors) != nil
    }

    /// The rows of all peers that can run on an archive; the others are noted as skipped.
    mutating func rows(_ archive: MadeArchive) throws(BenchError) -> [BenchRow] {
        let files = try archive.bundleFiles()
        var rows: [BenchRow] = []
        for peer in Peer.allCases {
            switch pipeline(peer, archive, files) {
            case .success(let pipeline):
                rows.append(
                    BenchRow(
                        name: .peer(peer), title: title(of: peer), archive: peer.packing.rawValue, workers: nil,
                        pipeline: pipeline, packing: peer.packing, records: archive.records,
                        lineBytes: archive.lineBytes))
            case .failure(let missing):
                let skip = Skipped(title: peer.title, reason: missing.reason)
                if !skipped.contains(skip) { skipped.append(skip) }
            }
        }
        return rows
    }

    private func title(of peer: Peer) -> String {
        peer == .python && hasISALModule ? "Python with orjson and isal counting types" : peer.title
    }

    private struct Missing: Error {
        var reason: String
    }

    private func pipeline(_ peer: Peer, _ archive: MadeArchive, _ bundle: [String]) -> Result<[Invocation], Missing> {
        let gzip = archive.path(of: .gzip)
        let blocks = archive.path(of: .blocks)
        return Result { () throws(Missing) in
            switch peer {
            case .pigz: [try tool("pigz", "-dc", gzip)]
            case .igzip: [try tool("igzip", "-dc", gzip)]
            case .pigzBoth: [try tool("pigz", "-dc", gzip), try tool("pigz", "-6", "-p2")]
            case .igzipBoth: [try tool("igzip", "-dc", gzip), try tool("igzip", "-2", "-c")]
            case .jq:
                [
                    try tool(System.find("pigz") == nil ? "gzip" : "pigz", "-dc", gzip),
                    try tool("jq", "-n", Self.jqProgram),
                ]
            case .duckdb: [try duckdb(gzip)]
            case .python: [try pythonModule("orjson", Self.pythonProgram, gzip)]
            case .pigzBlocks: [try tool("pigz", "-dc", blocks)]
            case .igzipBlocks: [try tool("igzip", "-dc", blocks)]
            case .bgzip: [try tool("bgzip", "-dc", "-@2", blocks)]
            case .sha256sum: [try tool("sha256sum", arguments: bundle)]
            }
        }
    }

    private func tool(_ name: String, _ arguments: String...) throws(Missing) -> Invocation {
        try tool(name, arguments: arguments)
    }

    private func tool(_ name: String, arguments: [String]) throws(Missing) -> Invocation {
        guard let path = System.find(name) else { throw Missing(reason: "no \(name) in PATH") }
        return Invocation(path, arguments)
    }

    private func pythonModule(
        _ module: String, _ program: String, _ argument: String
    ) throws(Missing) -> Invocation {
        guard let python else { throw Missing(reason: "no python3 in PATH") }
        guard Self.has(module, python, errors) else { throw Missing(reason: "Python has no module \(module)") }
        return Invocation(python, ["-c", program, argument])
    }

    private func duckdb(_ path: String) throws(Missing) -> Invocation {
        let query = Self.query(path)
        if let program = System.find("duckdb") { return Invocation(program, ["-c", query]) }
        do throws(Missing) {
            return try pythonModule("duckdb", "import duckdb, sys; print(duckdb.sql(sys.argv[1]).fetchall())", query)
        } catch {
            throw Missing(reason: "no duckdb in PATH, and \(error.reason)")
        }
    }
}

extension Peers {
    /// Each decodes the payloads, and counts them by what their member `type` is.
    private static let jqProgram = """
        reduce inputs as $record ({};
            ($record.payload_b64 | try (@base64d | fromjson | .type | tostring) catch "none") as $type
            | .[$type] += 1)
        """

    private static let pythonProgram = """
        from base64 import b64decode
        from collections import Counter
        from orjson import JSONDecodeError, loads
        from sys import argv
        try:
            from isal.igzip import open as open_gzip
        except ImportError:
            from gzip import open as open_gzip
        counts = Counter()
        with open_gzip(argv[1], "rb") as lines:
            for line in lines:
                try:
                    counts[loads(b64decode(loads(line)["payload_b64"])).get("type")] += 1
                except JSONDecodeError:
                    counts[None] += 1
        print(counts)
        """

    private static func query(_ path: String) -> String {
        """
        SELECT TRY(json_extract_string(decode(from_base64(payload_b64)), '$.type')) AS type, count(*)
        FROM read_json('\(path.replacing("'", with: "''"))', format = 'newline_delimited', compression = 'gzip',
            columns = {payload_b64: 'VARCHAR'})
        GROUP BY type
        """
    }
}
