import JSONText

/// The distinct strings and whole numbers at a place, as long as they are few and short: candidates for an `enum`.
///
/// Merging is associative and commutative: there are too many or there aren't, in whatever order they come.
struct DistinctValues: Sendable, Equatable {
    /// The values as JSON text in one spelling, sorted by their bytes.
    private(set) var values: [[UInt8]] = []
    /// Whether there are more, or longer ones, or others than strings and whole numbers.
    private(set) var isOpen = false

    /// There is a value that can be no candidate.
    mutating func open() {
        isOpen = true
        values = []
    }

    /// Adds a string or a whole number.
    mutating func add(_ node: Int, on tape: borrowing JSONTape, in bytes: Span<UInt8>) {
        guard !isOpen else { return }
        let text = bytes.extracting(tape.start(node)..<tape.end(node))
        guard text.count <= DraftLimits.candidateLength else { return open() }
        // Most values were seen before, as they are written.
        for value in values where value.count == text.count && Self.isEqual(value, text) { return }
        insert(Self.spelled(node, on: tape, in: bytes))
    }

    /// Adds the values of another place.
    mutating func merge(_ other: DistinctValues) {
        if other.isOpen { return open() }
        for value in other.values where !isOpen { insert(value) }
    }

    private mutating func insert(_ value: [UInt8]) {
        let place = values.firstIndex { !$0.lexicographicallyPrecedes(value) } ?? values.count
        if place < values.count && values[place] == value { return }
        guard values.count < DraftLimits.candidates else { return open() }
        values.insert(value, at: place)
    }

    private static func isEqual(_ value: [UInt8], _ text: Span<UInt8>) -> Bool {
        for index in value.indices where value[index] != text[index] { return false }
        return true
    }

    private static func spelled(_ node: Int, on tape: borrowing JSONTape, in bytes: Span<UInt8>) -> [UInt8] {
        var output: [UInt8] = []
        if tape.kind(node) == .string {
            JSONWriter.appendQuoted(tape.string(node, in: bytes), to: &output)
        } else {
            let number = bytes.extracting(tape.start(node)..<tape.end(node))
            if let plain = ExactDecimal.plainInteger(number) {
                output += String(plain).utf8
            } else {
                ExactDecimal.appendCanonical(number, to: &output)
            }
        }
        return output
    }
}
