import Archives

/// The groups of a digest in their order: in memory where they are few, in a temporary file otherwise.
public struct DigestGroups: Sendable {
    private enum Storage: Sendable {
        case memory([DigestGroup])
        case file(TemporaryFile)
    }

    /// How many bytes of groups are kept in memory.
    private static let memoryLimit = 2 << 20

    /// How many groups there are.
    public let count: Int
    private let storage: Storage

    /// No groups.
    init() {
        count = 0
        storage = .memory([])
    }

    /// - Parameters:
    ///   - sorted: The groups' bodies in their order.
    ///   - count: How many there are.
    ///   - folder: Where they are kept; nil for the system's temporary folder.
    init(_ sorted: SortedRecords, count: Int, in folder: String?) throws(ArchiveError) {
        self.count = count
        var groups: [DigestGroup] = []
        var bytes: [UInt8] = []
        var body: [UInt8] = []
        var piece: [UInt8] = []
        var file: TemporaryFile?
        var number = 0
        while try sorted.next() != nil {
            body.removeAll(keepingCapacity: true)
            while try sorted.nextPiece(&piece) { body += piece }
            DigestRowText.append(body, to: &bytes)
            number += 1
            if file == nil {
                groups.append(DigestGroup(body, isDetailed: number <= DigestReport.detailLimit))
                guard bytes.count > Self.memoryLimit else { continue }
                groups = []
            } else if bytes.count < 1 << 16 {
                continue
            }
            if file == nil { file = try TemporaryFile(in: folder) }
            try file?.append(bytes.span)
            bytes.removeAll(keepingCapacity: true)
        }
        if let file {
            try file.append(bytes.span)
            storage = .file(file)
        } else {
            storage = .memory(groups)
        }
    }

    /// Calls `body` with each group in order, until it returns false.
    ///
    /// - Throws: ``ArchiveError/cannotSpool(folder:reason:)`` where the temporary file can't be read.
    public func forEach(_ body: (DigestGroup) -> Bool) throws(ArchiveError) {
        switch storage {
        case .memory(let groups):
            for group in groups where !body(group) { return }
        case .file(let file):
            let text = DigestTextReader(file, 0, file.count)
            var bytes: [UInt8] = []
            for number in 1...max(1, count) where number <= count {
                try text.read(&bytes)
                if !body(DigestGroup(bytes, isDetailed: number <= DigestReport.detailLimit)) { return }
            }
        }
    }

    /// The first groups.
    ///
    /// - Parameter limit: How many at most.
    public func prefix(_ limit: Int) throws(ArchiveError) -> [DigestGroup] {
        var groups: [DigestGroup] = []
        try forEach { group in
            if groups.count < limit { groups.append(group) }
            return groups.count < limit
        }
        return groups
    }
}

/// A group as it stands in a temporary file.
extension DigestGroup {
    /// Appends the group to bytes, so that `init(_:isDetailed:)` can read it.
    func write(label: [UInt8], to bytes: inout [UInt8]) {
        DigestRowText.append(label, to: &bytes)
        DigestRowText.append(Array((name ?? "").utf8), to: &bytes)
        for number in [messages, unknown, malformed, edited, senders] { DigestRowText.append(number, to: &bytes) }
        for time in [first, last, latest?.time] { DigestRowText.append(Int(time ?? 0), to: &bytes) }
        DigestRowText.append(Array((latest?.digest ?? "").utf8), to: &bytes)
        DigestRowText.append(words?.count ?? 0, to: &bytes)
        for word in words ?? [] {
            DigestRowText.append(Array(word.word.utf8), to: &bytes)
            DigestRowText.append(word.count, to: &bytes)
        }
        for count in hours ?? [] { DigestRowText.append(count, to: &bytes) }
    }

    /// - Parameter isDetailed: Whether its words and hours are told.
    init(_ bytes: [UInt8], isDetailed: Bool) {
        var cursor = Cursor(bytes: bytes)
        self.init(label: DigestLabel.read(Array(cursor.text())))
        let name = cursor.string()
        self.name = name.isEmpty ? nil : name
        messages = cursor.number()
        unknown = cursor.number()
        malformed = cursor.number()
        edited = cursor.number()
        senders = cursor.number()
        // No usable time is 0.
        func time(_ number: Int) -> Int64? { number == 0 ? nil : Int64(number) }
        first = time(cursor.number())
        last = time(cursor.number())
        let latest = time(cursor.number())
        self.latest = Latest(time: latest, digest: cursor.string())
        guard isDetailed else { return }
        words = (0..<cursor.number()).map { _ in
            let word = cursor.string()
            return Word(word: word, count: cursor.number())
        }
        hours = (0..<24).map { _ in cursor.number() }
    }

    private struct Cursor {
        let bytes: [UInt8]
        var here = 0

        mutating func number() -> Int {
            var number: UInt64 = 0
            var shift: UInt64 = 0
            while here < bytes.count {
                let byte = bytes[here]
                here += 1
                number |= UInt64(byte & 0x7F) << shift
                if byte < 0x80 { break }
                shift += 7
            }
            return Int(Int64(bitPattern: number))
        }

        mutating func text() -> ArraySlice<UInt8> {
            let count = number()
            defer { here += count }
            return bytes[here..<here + count]
        }

        mutating func string() -> String { String(decoding: text(), as: UTF8.self) }
    }
}
