import JSONText

/// What was seen of the values at one place of a type's payloads. Merging is associative and commutative.
struct ValueSketch: Sendable, Equatable {
    /// How many values were of each JSON type; a number that is whole by value is an integer.
    struct Kinds: Sendable, Equatable {
        var objects = 0
        var arrays = 0
        var strings = 0
        var integers = 0
        var fractions = 0
        var booleans = 0
        var nulls = 0

        /// All of them.
        var total: Int { objects + arrays + strings + integers + fractions + booleans + nulls }

        static func += (left: inout Kinds, right: Kinds) {
            left.objects += right.objects
            left.arrays += right.arrays
            left.strings += right.strings
            left.integers += right.integers
            left.fractions += right.fractions
            left.booleans += right.booleans
            left.nulls += right.nulls
        }
    }

    private(set) var kinds = Kinds()
    /// The numbers.
    private(set) var range = NumberRange()
    /// The strings' lengths in code points, as `minLength` counts.
    private(set) var lengths = CountRange()
    /// The arrays' lengths.
    private(set) var items = CountRange()
    /// The strings and whole numbers, where they are few.
    private(set) var candidates = DistinctValues()

    /// Adds a value; what is in it is not looked at.
    mutating func add(_ node: Int, on tape: borrowing JSONTape, in bytes: Span<UInt8>) {
        switch tape.kind(node) {
        case .object: kinds.objects += 1
        case .array:
            kinds.arrays += 1
            items.add(tape.childCount(node))
        case .string:
            kinds.strings += 1
            lengths.add(Self.length(node, on: tape, in: bytes))
            candidates.add(node, on: tape, in: bytes)
        case .number:
            let number = bytes.extracting(tape.start(node)..<tape.end(node))
            range.add(number)
            if ExactDecimal.isInteger(number) {
                kinds.integers += 1
                candidates.add(node, on: tape, in: bytes)
            } else {
                kinds.fractions += 1
                candidates.open()
            }
        case .trueValue, .falseValue: kinds.booleans += 1
        case .null: kinds.nulls += 1
        }
    }

    mutating func merge(_ other: ValueSketch) {
        kinds += other.kinds
        range.merge(other.range)
        lengths.merge(other.lengths)
        items.merge(other.items)
        candidates.merge(other.candidates)
    }

    private static func length(_ node: Int, on tape: borrowing JSONTape, in bytes: Span<UInt8>) -> Int {
        if tape.hasEscapes(node) { return tape.string(node, in: bytes).unicodeScalars.count }
        var count = 0
        for offset in tape.start(node) + 1..<tape.end(node) - 1 where bytes[offset] & 0xC0 != 0x80 { count += 1 }
        return count
    }
}

/// The least and the greatest of counts.
struct CountRange: Sendable, Equatable {
    private(set) var bounds: ClosedRange<Int>?

    mutating func add(_ count: Int) {
        guard let known = bounds else { return bounds = count...count }
        if !known.contains(count) { bounds = min(known.lowerBound, count)...max(known.upperBound, count) }
    }

    mutating func merge(_ other: CountRange) {
        guard let bounds = other.bounds else { return }
        add(bounds.lowerBound)
        add(bounds.upperBound)
    }
}

/// The least and the greatest of numbers, exactly, as they are written.
struct NumberRange: Sendable, Equatable {
    private(set) var least: [UInt8] = []
    private(set) var greatest: [UInt8] = []
    /// Whether a number was too long to be kept.
    private(set) var isOpen = false

    mutating func add(_ number: Span<UInt8>) {
        guard number.count <= DraftLimits.numberLength else {
            isOpen = true
            return
        }
        if least.isEmpty || Self.precedes(number, least.span) { least = Self.copy(number) }
        if greatest.isEmpty || Self.exceeds(number, greatest.span) { greatest = Self.copy(number) }
    }

    mutating func merge(_ other: NumberRange) {
        isOpen = isOpen || other.isOpen
        if !other.least.isEmpty { add(other.least.span) }
        if !other.greatest.isEmpty { add(other.greatest.span) }
    }

    /// Whether a number is less than another one, or the same in a spelling that is preferred.
    private static func precedes(_ left: Span<UInt8>, _ right: Span<UInt8>) -> Bool {
        let order = ExactDecimal.compare(left, right)
        return order < 0 || order == 0 && isShorter(left, right)
    }

    /// Whether a number is greater than another one, or the same in a spelling that is preferred.
    private static func exceeds(_ left: Span<UInt8>, _ right: Span<UInt8>) -> Bool {
        let order = ExactDecimal.compare(left, right)
        return order > 0 || order == 0 && isShorter(left, right)
    }

    /// Of two spellings of one number the shorter is kept, then the one whose bytes come first, so that it doesn't
    /// matter which came first in the archive.
    private static func isShorter(_ left: Span<UInt8>, _ right: Span<UInt8>) -> Bool {
        if left.count != right.count { return left.count < right.count }
        for index in 0..<left.count where left[index] != right[index] { return left[index] < right[index] }
        return false
    }

    private static func copy(_ number: Span<UInt8>) -> [UInt8] {
        var copy: [UInt8] = []
        copy.append(copying: number, 0..<number.count)
        return copy
    }
}
