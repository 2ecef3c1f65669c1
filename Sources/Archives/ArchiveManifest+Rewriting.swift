extension ArchiveManifest {
    /// The manifest's text with the counts and checksums of rewritten files; all else stands as it stood.
    ///
    /// A value that is right already isn't touched. One that is missing is added behind the entry's last member.
    /// - Parameter contents: For each of ``files`` its rows and the checksum of its decompressed bytes.
    func rewritten(_ contents: [(rows: Int, checksum: Checksum)]) -> [UInt8] {
        precondition(contents.count == files.count)
        var splices: [(range: Range<Int>, text: String)] = []
        for (file, content) in zip(files, contents) {
            // A missing count is 0 to the importer.
            if file.rows != content.rows {
                splices.append(Self.splice("rows", file.places.rows, "\(content.rows)", end: file.places.end))
            }
            if file.checksum != content.checksum {
                splices.append(
                    Self.splice("sha256", file.places.checksum, "\"\(content.checksum)\"", end: file.places.end))
            }
        }
        // Two that are added at one place keep their order.
        splices = splices.enumerated().sorted {
            ($0.element.range.lowerBound, $0.offset) < ($1.element.range.lowerBound, $1.offset)
        }.map(\.element)
        var text: [UInt8] = []
        var taken = 0
        for (range, replacement) in splices {
            text += bytes[taken..<range.lowerBound]
            text += Array(replacement.utf8)
            taken = range.upperBound
        }
        return text + bytes[taken...]
    }

    private static func splice(
        _ name: String, _ range: Range<Int>?, _ value: String, end: Int
    ) -> (range: Range<Int>, text: String) {
        if let range { return (range, value) }
        // An entry has a path, so there is a member before.
        return (end..<end, ",\"\(name)\":\(value)")
    }
}
