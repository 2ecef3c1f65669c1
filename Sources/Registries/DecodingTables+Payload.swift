import JSONText

/// What is found of a payload before its schema is looked at, and beside it.
extension DecodingTables {
    // MARK: The discriminator

    /// The node of a payload's type, or -1.
    func typeNode(of payload: Int, on tape: borrowing JSONTape, in bytes: Span<UInt8>) -> Int {
        tape.kind(payload) == .object ? typePath.value(from: payload, on: tape, in: bytes) : -1
    }

    /// Finds the definition of a payload by its type, or what keeps it from having one.
    ///
    /// - Parameter typeNode: The node of the type, or -1.
    func findDefinition(
        of payload: Int, typeNode: Int, on tape: borrowing JSONTape, in bytes: Span<UInt8>
    ) -> PayloadVerdict {
        guard tape.kind(payload) == .object else { return PayloadVerdict(.malformed, .payloadNotObject) }
        if typeNode < 0 { return PayloadVerdict(.malformed, .typeMissing) }
        switch lookUp(typeNode, on: tape, in: bytes) {
        case .found(let index): return PayloadVerdict(.decoded, typeNode: typeNode, definition: index)
        case .unknown: return PayloadVerdict(.unknown, .typeUnknown, typeNode: typeNode)
        case .retired: return PayloadVerdict(.unknown, .typeRetired, typeNode: typeNode)
        case .invalid: return PayloadVerdict(.malformed, .typeInvalid, typeNode: typeNode)
        }
    }

    private enum Lookup {
        case found(Int)
        case unknown
        case retired
        case invalid
    }

    private func lookUp(_ node: Int, on tape: borrowing JSONTape, in bytes: Span<UInt8>) -> Lookup {
        switch tape.kind(node) {
        case .number:
            let text = bytes.extracting(tape.start(node)..<tape.end(node))
            // Whole numbers in other spellings are no types, also not where they are too large for a machine word.
            guard Self.isPlain(text) else { return .invalid }
            guard let number = Self.plainInteger(text) else { return .unknown }
            let index = types.index(of: number)
            if index >= 0 { return .found(index) }
            return isRetired(.number(number)) ? .retired : .unknown
        case .string:
            if tape.hasEscapes(node) {
                var text: [UInt8] = []
                tape.appendUnescaped(node, in: bytes, to: &text)
                return lookUp(string: text.span)
            }
            return lookUp(string: bytes.extracting(tape.start(node) + 1..<tape.end(node) - 1))
        default:
            return .invalid
        }
    }

    private func lookUp(string: Span<UInt8>) -> Lookup {
        let index = types.index(of: string)
        if index >= 0 { return .found(index) }
        if Self.isPlain(string), let number = Self.plainInteger(string), types.index(of: number) >= 0 {
            return .invalid
        }
        var text: [UInt8] = []
        text.append(copying: string, 0..<string.count)
        return isRetired(.string(String(decoding: text, as: UTF8.self))) ? .retired : .unknown
    }

    /// Whether a text is a whole number as JSON writes it in digits alone: no zeros lead, and 0 has no sign.
    static func isPlain(_ text: Span<UInt8>) -> Bool {
        let first = !text.isEmpty && text[0] == UInt8(ascii: "-") ? 1 : 0
        guard first < text.count else { return false }
        if text[first] == UInt8(ascii: "0") { return text.count == 1 }
        for offset in first..<text.count where text[offset] &- 0x30 > 9 { return false }
        return true
    }

    /// The value of a plain whole number; nil where it is too large.
    static func plainInteger(_ text: Span<UInt8>) -> Int64? {
        let isNegative = text[0] == UInt8(ascii: "-")
        guard text.count <= 19 || isNegative && text.count == 20,
            let magnitude = text.number(of: (isNegative ? 1 : 0)..<text.count)
        else { return nil }
        guard isNegative else { return Int64(exactly: magnitude) }
        return magnitude <= UInt64(Int64.max) + 1 ? Int64(truncatingIfNeeded: 0 &- magnitude) : nil
    }

    // MARK: The version

    /// Reads the version that a payload says it was written at.
    ///
    /// - Returns: Whether it settles the version. Otherwise structure decides.
    func readsVersion(
        of payload: Int, on tape: borrowing JSONTape, in bytes: Span<UInt8>, _ verdict: inout PayloadVerdict
    ) -> Bool {
        let row = rows[verdict.definition]
        if row.versionPath < 0 { return false }
        switch StatedVersion(at: versionPaths[row.versionPath], of: payload, newest: newest, on: tape, in: bytes) {
        case .absent:
            return false
        case .invalid(let node):
            verdict.invalidVersionNode = node
            return false
        case .version(let number):
            verdict.writtenAt = written(at: number, of: verdict.definition)
            // One from before there was such content settles nothing.
            return verdict.writtenAt > 0
        }
    }

    /// The version that counts for a content at a version: the lowest with an equal definition; 0 where there was no such
    /// content.
    private func written(at number: Int, of definition: Int) -> Int {
        for index in rows[definition].written where written[index].number <= number { return written[index].number }
        return 0
    }

    /// Whether a payload says that it was written after a version.
    ///
    /// - Returns: Nil where it says nothing of the kind, so that structure decides.
    func saysIsLater(
        than version: Int, _ payload: Int, definition: Int, on tape: borrowing JSONTape, in bytes: Span<UInt8>
    ) -> Bool? {
        let row = rows[definition]
        func stated(_ path: Int) -> Int {
            guard
                case .version(let number) = StatedVersion(
                    at: versionPaths[path], of: payload, newest: newest, on: tape, in: bytes)
            else { return 0 }
            return written(at: number, of: definition)
        }
        if row.versionPath >= 0 {
            let own = stated(row.versionPath)
            if own > 0 { return own > version }
        }
        return row.laterVersionPaths.contains { stated($0) > version } ? true : nil
    }

    /// Whether a step on the way to a version would do something to the payload, which then is of an earlier one.
    ///
    /// - Parameter version: An index of `written`.
    func isBefore(
        _ version: Int, _ payload: Int, on tape: borrowing JSONTape, in bytes: Span<UInt8>
    ) -> Bool {
        for index in written[version].conditions where conditions[index].applies(to: payload, on: tape, in: bytes) {
            return true
        }
        return false
    }

    // MARK: Payloads inside a payload

    /// Calls `visit` with each value where a payload can be inside a payload of a definition, or of none (-1).
    @inline(__always)
    func forEachNested(
        in payload: Int, definition: Int, on tape: borrowing JSONTape, in bytes: Span<UInt8>, _ visit: (Int) -> Void
    ) {
        for index in 0..<nestedEverywhere { nestedPaths[index].forEach(from: payload, on: tape, in: bytes, visit) }
        guard definition >= 0 else { return }
        for index in rows[definition].nested { nestedPaths[index].forEach(from: payload, on: tape, in: bytes, visit) }
    }
}
