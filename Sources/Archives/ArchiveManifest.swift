import JSONText

/// The manifest of a WKDB import bundle, version 1 (ARCHIVES.md, F1.2).
public struct ArchiveManifest: Sendable {
    /// A file that the manifest lists and that may be read.
    public struct File: Sendable {
        /// A clean relative path with `/`.
        public let path: String
        /// What it holds.
        public let kind: FileKind
        /// How many rows it has, if the manifest says it in a usable way.
        public let rows: Int?
        /// The checksum of its decompressed bytes, if the manifest says it in a usable way.
        public let checksum: Checksum?
        /// Where in the manifest's text its entry says so.
        let places: Places
    }

    /// Where an entry's values stand in the manifest's text.
    struct Places: Sendable {
        /// The values that count; nil where there is none.
        let rows: Range<Int>?
        let checksum: Range<Int>?
        /// After the entry's last value.
        let end: Int
    }

    /// The name of every bundle's manifest.
    public static let name = "manifest.json"

    /// Its text as it stands.
    public let bytes: [UInt8]
    /// Its version, 1.
    public let version: Int
    /// Over how many slots the source spreads its channels; nil if the manifest doesn't say it.
    public let hashSlotCount: Int?
    /// The files in the manifest's order, without those whose path can't be used.
    public let files: [File]
    /// What is wrong with it, though the rest can be read.
    let damages: [ArchiveDamage]

    /// A larger manifest, in bytes, isn't read.
    static let sizeLimit = 32 << 20
    private static let format = "wkdb-import-bundle"

    /// Reads a manifest.
    /// - Parameter archive: The archive's path, for messages.
    /// - Throws: ``ArchiveError/damaged(_:)`` where it is no JSON object, ``ArchiveError/notAnArchive(path:what:hint:)``
    ///   where it is the manifest of something else.
    init(_ bytes: [UInt8], of archive: String) throws(ArchiveError) {
        guard bytes.count <= Self.sizeLimit else {
            throw Self.damaged("is larger than \(Self.sizeLimit >> 20) MiB")
        }
        let root: JSONValue
        do throws(JSONError) {
            root = try JSONDocument(bytes).root
        } catch {
            throw .damaged(
                ArchiveDamage(
                    file: Self.name, offset: UInt64(error.offset), line: JSONPlace(of: error.offset, in: bytes).line,
                    message: "is no JSON: \(error.message)"))
        }
        guard root.kind == .object else { throw Self.damaged("is no JSON object") }
        let fields = Fields(root)

        let format = fields["format"]?.string
        guard format == Self.format else {
            let found = fields["format"].map { "says it is \(excerpt($0.text))" } ?? "has no format"
            throw .notAnArchive(
                path: archive, what: "something whose manifest.json \(found)",
                hint: "the manifest of a bundle says \"format\": \"\(Self.format)\"")
        }
        guard let version = fields["version"]?.integer, version == 1 else {
            let found = fields["version"].map { excerpt($0.text) } ?? "0"
            throw .notAnArchive(
                path: archive, what: "a bundle of version \(found)", hint: "this tool reads version 1")
        }

        var damages: [ArchiveDamage] = []
        let hashSlotCount = fields["hash_slot_count"]
        let slots = hashSlotCount?.integer
        if slots.map({ !(1...65535).contains($0) }) ?? true {
            let found = hashSlotCount.map { excerpt($0.text) } ?? "missing"
            damages.append(Self.damage("hash_slot_count is \(found), not 1 to 65535", at: hashSlotCount ?? root))
        }

        var files: [File] = []
        var seen: Set<String> = []
        if let list = fields["files"] {
            guard list.kind == .array else { throw .damaged(Self.damage("files is no array", at: list)) }
            for entry in list.elements {
                guard let file = Self.file(entry, &damages) else { continue }
                guard seen.insert(file.path).inserted else {
                    damages.append(Self.damage("lists \(file.path) twice", at: entry))
                    continue
                }
                files.append(file)
            }
        } else {
            damages.append(Self.damage("lists no files", at: root))
        }

        self.bytes = bytes
        self.version = version
        self.hashSlotCount = slots
        self.files = files
        self.damages = damages
    }

    private static func damage(_ message: String, at value: JSONValue) -> ArchiveDamage {
        ArchiveDamage(file: name, line: value.place.line, message: message)
    }

    private static func damaged(_ message: String) -> ArchiveError {
        .damaged(ArchiveDamage(file: name, message: message))
    }

    /// One entry of `files`, or nil where its path can't be used.
    private static func file(_ entry: JSONValue, _ damages: inout [ArchiveDamage]) -> File? {
        guard entry.kind == .object else {
            damages.append(damage("an entry of files is no object", at: entry))
            return nil
        }
        let fields = Fields(entry)
        guard let path = fields["path"]?.string else {
            damages.append(damage("an entry of files has no path", at: entry))
            return nil
        }
        guard isClean(path) else {
            damages.append(
                damage("the path \(excerpt(path)) is refused: it must be relative and clean, with / only", at: entry))
            return nil
        }
        if fields["kind"]?.string == nil {
            damages.append(damage("the kind of \(path) is missing or no text", at: entry))
        }
        let rows = fields["rows"]
        // A missing number is 0 to the importer.
        let count = rows.map { $0.integer } ?? 0
        if count.map({ $0 < 0 }) ?? true {
            damages.append(damage("the rows of \(path) are \(excerpt(rows?.text ?? "")), not a count", at: entry))
        }
        let text = fields["sha256"]?.string
        let checksum = text.flatMap { Checksum(lowercaseHex: $0) }
        if checksum == nil {
            damages.append(
                damage(
                    "the sha256 of \(path) is \(text.map { excerpt($0) } ?? "missing"), not 64 lower-case hex digits",
                    at: entry))
        }
        return File(
            path: path, kind: FileKind(fields["kind"]?.string ?? ""), rows: count.flatMap { $0 < 0 ? nil : $0 },
            checksum: checksum, places: Places(entry, rows: rows, checksum: fields["sha256"]))
    }

    /// Whether a path stays inside the bundle and has only one spelling: relative, `/` only, no empty part, no `.` or
    /// `..`, nothing that a file name can't hold.
    static func isClean(_ path: String) -> Bool {
        guard path.utf8.allSatisfy({ $0 != 0 && $0 != UInt8(ascii: "\\") }), path.utf8.count < 4096 else {
            return false
        }
        return path.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).allSatisfy { part in
            !part.isEmpty && part.count < 256 && !part.elementsEqual([46]) && !part.elementsEqual([46, 46])
        }
    }
}

extension ArchiveManifest.Places {
    fileprivate init(_ entry: JSONValue, rows: JSONValue?, checksum: JSONValue?) {
        let tape = entry.document.tape
        func range(_ value: JSONValue?) -> Range<Int>? { value.map { tape.start($0.node)..<tape.end($0.node) } }
        self.rows = range(rows)
        self.checksum = range(checksum)
        end = entry.members.last.map { tape.end($0.value.node) } ?? tape.start(entry.node) + 1
    }
}

/// At most 64 characters of a text, for a message.
func excerpt(_ text: String) -> String {
    text.count > 64 ? text.prefix(64) + "…" : text
}

/// The members of an object as Go's encoding/json finds them: names match regardless of case, the last one counts, and
/// null is as if it weren't there.
private struct Fields {
    private var values: [String: JSONValue] = [:]

    init(_ object: JSONValue) {
        for (name, value) in object.members where value.kind != .null {
            values[Self.folded(name)] = value
        }
    }

    subscript(_ name: String) -> JSONValue? { values[name] }

    /// Upper case becomes lower case; Go folds the long s and the Kelvin sign too.
    private static func folded(_ name: String) -> String {
        var result = String.UnicodeScalarView()
        for scalar in name.unicodeScalars {
            switch scalar {
            case "A"..."Z": result.append(Unicode.Scalar(UInt8(scalar.value) + 32))
            case "\u{17F}": result.append("s")
            case "\u{212A}": result.append("k")
            default: result.append(scalar)
            }
        }
        return String(result)
    }
}
