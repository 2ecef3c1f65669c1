extension ArchiveWriter {
    /// Writes what comes after the last piece, and flushes.
    func finishFiles() throws(ArchiveWriteError) -> WrittenArchive {
        guard !files.resumed.isComplete else { return try summary() }
        for file in reader.files where files.finished[file.index] == nil { throw .incomplete(file: file.path) }
        let extras = place == nil ? [] : try copyExtraFiles()
        switch container {
        case .file: break
        case .bundle:
            var manifest = newManifest
            try files.copy(
                to: "\(layout.partial)/\(ArchiveManifest.name)", named: ArchiveManifest.name,
                attributes: reader.contents.manifestOrigin.attributes
            ) {
                defer { manifest = nil }; return manifest
            }
            try files.finishFolders(reader.contents.folders) { reader.contents.attributes(ofFolder: $0) }
        case .tar:
            try files.checkpoint()
            try join(extras)
            try at(.joined)
        }
        if let place {
            try files.checkpoint()
            try FileTree.flushFolder(place.folder)
            try noteCompletion(replacesFolder: container == .bundle && FileTree.entry(at: place.path) != nil)
            try at(.completed)
            if container == .tar { try FileTree.remove(place.spool) }
        }
        return try summary()
    }

    /// The manifest with the new checksums; nil for a single file.
    private var newManifest: [UInt8]? {
        reader.manifest?.rewritten(
            reader.files.compactMap { file in files.finished[file.index].map { ($0.rows, $0.checksum) } })
    }

    /// Copies the files that the manifest doesn't name.
    /// - Returns: How they lie in the source.
    private func copyExtraFiles() throws(ArchiveWriteError) -> [FileOrigin] {
        var origins: [FileOrigin] = []
        for (index, name) in reader.extraFiles.enumerated() {
            let extra: ExtraFile
            do throws(ArchiveError) {
                extra = try reader.contents.openExtraFile(index)
            } catch {
                throw .source(error)
            }
            origins.append(extra.origin)
            try files.copy(
                to: layout.path(ofExtra: index, named: name), named: name, attributes: extra.origin.attributes
            ) { () throws(ArchiveWriteError) -> [UInt8]? in
                let (bytes, failure) = extra.source.readPrefix(1 << 20)
                if let failure { throw .source(failure) }
                return bytes.isEmpty ? nil : bytes
            }
        }
        return origins
    }

    /// Joins the files to a tar, the manifest first and then those that it names in its order.
    private func join(_ extras: [FileOrigin]) throws(ArchiveWriteError) {
        guard let output = try OutputFile(at: layout.partial, keeping: 0) else {
            throw .unwritable(path: layout.partial, reason: "it is gone")
        }
        let isCompressed = compression == .gzip
        let joiner = TarJoiner(to: output, level: isCompressed ? options.level : nil)
        let standard = FileAttributes(mode: 0o644)
        for folder in reader.contents.folders {
            try joiner.addFolder(folder.path, attributes: folder.attributes)
        }
        let top = reader.contents.topFolder
        try joiner.add(
            top + ArchiveManifest.name, attributes: reader.contents.manifestOrigin.attributes ?? standard,
            newManifest ?? [])
        for file in reader.files {
            guard let whole = files.finished[file.index] else { throw .incomplete(file: file.path) }
            let isStream = whole.isCompressed
            try joiner.add(
                top + layout.name(of: file.index, isCompressed: isStream),
                attributes: files.origins[file.index]?.attributes ?? standard,
                file: layout.path(of: file.index, isCompressed: isStream), length: whole.length,
                textSize: isCompressed && !isStream ? whole.bytes : nil)
        }
        for (index, name) in reader.extraFiles.enumerated() {
            let path = layout.path(ofExtra: index, named: name)
            guard let status = FileTree.entry(at: path) else { throw .unwritable(path: path, reason: "it is gone") }
            try joiner.add(
                name, attributes: extras[index].attributes ?? standard, file: path, length: UInt64(status.st_size),
                textSize: nil)
        }
        try joiner.finish()
        try output.setMode(reader.contents.attributes)
        try output.flush()
    }

    private func summary() throws(ArchiveWriteError) -> WrittenArchive {
        var list: [WrittenArchive.File] = []
        var bytes: UInt64 = 0
        for file in reader.files {
            guard let whole = files.finished[file.index] else { throw .incomplete(file: file.path) }
            list.append(
                WrittenArchive.File(
                    path: file.path, rows: whole.rows, bytes: whole.bytes, checksum: whole.checksum))
            bytes += whole.length
        }
        if container == .bundle {
            for name in [ArchiveManifest.name] + reader.extraFiles {
                bytes += FileTree.entry(at: "\(layout.partial)/\(name)").map { UInt64($0.st_size) } ?? 0
            }
        } else if place != nil {
            bytes = FileTree.entry(at: layout.partial).map { UInt64($0.st_size) } ?? 0
        }
        return WrittenArchive(files: list, copied: reader.extraFiles, bytes: bytes)
    }
}
