import Archives

/// Makes archives in a folder, or finds them there as an earlier run made them.
enum ArchiveMaker {
    /// - Parameters:
    ///   - folder: Where archives are kept, each in a folder of its own.
    ///   - packings: Those that are needed; the plain lines come always.
    static func archive(in folder: String, records: Int, seed: UInt64, packings: [Packing]) throws(BenchError)
        -> MadeArchive
    {
        let own = "\(folder)/records-\(records)-seed-\(seed)"
        if let made = MadeArchive(madeIn: own, records: records, seed: seed, packings: packings) { return made }
        try Disk.remove(own)
        try Disk.makeFolder(own)
        let made = try make(in: own, records: records, seed: seed, packings: packings)
        try made.writeNote()
        return made
    }

    private static func make(in folder: String, records: Int, seed: UInt64, packings: [Packing]) throws(BenchError)
        -> MadeArchive
    {
        var maker = RecordMaker(records: records, seed: seed)
        let lines = "\(folder)/\(Packing.plain.name)"
        let sink = try FileSink(lines)
        var bundle = packings.contains(.bundle) ? try BundleWriter(in: "\(folder)/\(Packing.bundle.name)") : nil
        while maker.next() {
            try sink.write(maker.line)
            try bundle?.write(maker.line, latest: maker.latest)
        }
        try sink.finish()
        try bundle?.finish(channels: maker.channels)
        var sizes = [Packing.plain: sink.size]
        sizes[.bundle] = bundle?.size
        // The two compressions take nearly all of the time, so that they go side by side.
        let compressed = packings.filter { $0 == .gzip || $0 == .blocks }
        let results = Parallel.map(compressed) { packing in
            Result { () throws(BenchError) in
                let target = "\(folder)/\(packing.name)"
                return packing == .gzip ? try writeMember(lines, to: target) : try writeBlocks(lines, to: target)
            }
        }
        for (packing, result) in zip(compressed, results) { sizes[packing] = try result.get() }
        return MadeArchive(
            folder: folder, records: records, seed: seed, lineBytes: sink.size, sizes: sizes, counts: maker.counts)
    }

    /// - Returns: The size of what was written.
    private static func writeMember(_ path: String, to target: String) throws(BenchError) -> Int {
        let source = try FileSource(path)
        let sink = try FileSink(target)
        let member = try GzipMember()
        while true {
            let bytes = try source.next()
            try member.encode(bytes, to: sink)
            if bytes.isEmpty { break }
        }
        try sink.finish()
        return sink.size
    }

    /// - Returns: The size of what was written.
    private static func writeBlocks(_ path: String, to target: String) throws(BenchError) -> Int {
        let source = try FileSource(path)
        let sink = try FileSink(target)
        let encoder = GzipEncoder(level: 6)
        while true {
            let bytes = try source.next()
            if bytes.isEmpty { break }
            try sink.write(encoder.encode(Array(bytes)))
        }
        try sink.write(encoder.finish())
        try sink.finish()
        return sink.size
    }
}
