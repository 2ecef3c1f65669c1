import JSONText

/// The results for another program.
enum ResultJSON {
    static func text(_ results: BenchResults) -> [UInt8] {
        var writer = JSONWriter(pretty: true)
        writer.beginObject()
        writer.member("format", "msgreplay-bench")
        writer.member("version", 1)
        writer.member("program", results.programVersion)
        writer.member("isal", results.usesISAL)
        writer.member("cores", results.cores)
        writer.member("processor", results.processor)
        writer.member("records", results.records)
        writer.member("seed", String(results.seed))
        writer.member("rounds", results.rounds)
        writer.member("lineBytes", results.lineBytes)
        writer.name("archives")
        writer.beginObject()
        for packing in Packing.allCases {
            if let size = results.sizes[packing] { writer.member(packing.rawValue, size) }
        }
        writer.endObject()
        writer.name("rows")
        writer.beginArray()
        for row in results.rows { writer.write(row, ratio: results.ratio(row)) }
        writer.endArray()
        writer.name("starts")
        writer.beginArray()
        for row in results.starts { writer.write(row, ratio: nil) }
        writer.endArray()
        writer.name("goals")
        writer.beginArray()
        for goal in Goal.all(results) {
            writer.beginObject()
            writer.member("goal", goal.demand)
            writer.member("limit", goal.limit)
            writer.member("measured", goal.measured)
            writer.member("met", goal.isMet)
            writer.endObject()
        }
        writer.endArray()
        writer.name("skipped")
        writer.beginArray()
        for skip in results.skipped {
            writer.beginObject()
            writer.member("what", skip.title)
            writer.member("reason", skip.reason)
            writer.endObject()
        }
        writer.endArray()
        writer.endObject()
        writer.newline()
        return writer.bytes
    }
}

extension JSONWriter {
    fileprivate mutating func member(_ name: String, _ value: String?) {
        self.name(name)
        if let value { string(value) } else { null() }
    }

    fileprivate mutating func member(_ name: String, _ value: Int) {
        self.name(name)
        integer(value)
    }

    fileprivate mutating func member(_ name: String, _ value: Bool?) {
        self.name(name)
        if let value { boolean(value) } else { null() }
    }

    fileprivate mutating func member(_ name: String, _ value: Double?, decimals: Int = 6) {
        self.name(name)
        if let value { raw(Figures.fixed(value, decimals).utf8) } else { null() }
    }

    fileprivate mutating func write(_ result: BenchResults.Row, ratio: Double?) {
        let row = result.row
        beginObject()
        member("what", row.title)
        member("archive", row.archive.isEmpty ? nil : row.archive)
        if let workers = row.workers { member("workers", workers) }
        member("own", row.isOwn)
        if let failure = result.failure {
            member("failure", failure)
        } else {
            let samples = result.samples
            member("best", samples.best)
            member("median", samples.median)
            if row.records > 0, samples.best > 0 {
                member("bytesPerSecond", Int(Double(row.lineBytes) / samples.best))
                member("recordsPerSecond", Int(Double(row.records) / samples.best))
            }
            member("processorSeconds", samples.processorSeconds)
            member("memory", samples.memory)
            member("ratio", ratio, decimals: 3)
        }
        endObject()
    }
}
