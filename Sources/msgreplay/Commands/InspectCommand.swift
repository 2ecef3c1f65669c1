import Archives
import Glibc
import MessageReplay

/// `msgreplay inspect`.
enum InspectCommand {
    static func run(_ settings: InspectSettings) throws(CommandError) -> ExitStatus {
        try OutputPlace.check([settings.output], against: settings.archives)
        var facts: [ArchiveFacts] = []
        var statuses: [ExitStatus] = []
        for path in settings.archives {
            do throws(ArchiveError) {
                facts.append(try inspect(path, isQuiet: settings.common.isQuiet))
            } catch {
                let failure = CommandError(error, path)
                statuses.append(failure.exitStatus)
                Diagnostics.report(failure)
            }
        }
        if facts.contains(where: { !$0.damage.isEmpty }) { statuses.append(.damaged) }
        if !facts.isEmpty {
            let bytes: [UInt8]
            if settings.format == .json {
                bytes = InspectJSON.render(facts)
            } else {
                let terminal = Terminal.standardOutput
                let isToFile = settings.output != nil
                let paint = Paint(isOn: !isToFile && settings.common.color.colors(for: terminal))
                bytes = InspectText.render(facts, width: isToFile ? 80 : terminal.textWidth, paint: paint)
            }
            try Output.print(bytes, to: settings.output)
        }
        return .combined(statuses)
    }

    /// Reads an archive to its end, and counts rows and bytes. Damage is part of the facts.
    private static func inspect(_ path: String, isQuiet: Bool) throws(ArchiveError) -> ArchiveFacts {
        let reader = try ArchiveReader(opening: path)
        let meter = ProgressMeter(bytesTotal: reader.totalBytes, isQuiet: isQuiet)
        defer { meter.finish() }
        var files = reader.files.map { file in
            let isBundle = reader.manifest != nil
            return FileFacts(
                path: file.path, kind: isBundle ? file.kind.description : nil, rows: nil,
                expectedRows: file.expectedRows, bytes: 0, checksum: nil, matches: true)
        }
        var whole = Set<Int>()
        var rowDamages: [DamagePlace] = []
        var total = 0
        while let chunk = try reader.nextChunk() {
            let rows = chunk.withBytes { countRows(in: $0).rows }
            let index = chunk.fileIndex
            files[index].rows = (files[index].rows ?? 0) + rows
            files[index].bytes += UInt64(chunk.count)
            total += rows
            if chunk.isLast, chunk.isWhole {
                whole.insert(index)
                if let expected = files[index].expectedRows, let found = files[index].rows, expected != found {
                    rowDamages.append(
                        DamagePlace(
                            file: files[index].path, offset: nil, line: nil,
                            message: "it has \(found) rows, but the manifest says \(expected)"))
                }
            }
            meter.update(bytes: chunk.compressedOffset, records: total)
            reader.recycle(chunk)
        }
        let damage = reader.damages.map(DamagePlace.init) + rowDamages
        let faulty = Set(damage.compactMap(\.file))
        for index in files.indices {
            files[index].matches = whole.contains(index) && !faulty.contains(files[index].path)
            // A file that agrees with its manifest has the checksum that stands there.
            guard files[index].matches else { continue }
            let entry = reader.manifest?.files.first { $0.path == files[index].path }
            files[index].checksum = entry?.checksum?.description
        }
        return ArchiveFacts(
            path: path, container: reader.container.rawValue, compression: reader.compression.rawValue,
            gzipMembers: reader.gzip?.members, isBGZF: reader.gzip?.isBlockGzip ?? false, form: reader.form.rawValue,
            bytes: reader.bytesRead, hashSlotCount: reader.manifest?.hashSlotCount, files: files,
            extraFiles: reader.extraFiles, damage: damage)
    }
}
