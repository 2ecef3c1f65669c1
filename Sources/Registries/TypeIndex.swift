import ContentSchema
import JSONText

/// Finds a definition by the type that a payload names, without allocating.
struct TypeIndex: Sendable {
    /// The numbers, which come first among the definitions, in the same order.
    private var numbers = NumberIndex()
    private var numberCount = 0
    /// The strings as UTF-8, one after the other, in the order of their bytes.
    private var text: [UInt8] = []
    /// Where each string ends in `text`.
    private var ends: [Int] = []

    /// - Parameter types: The definitions' types in order: numbers by value, then strings by their UTF-8 bytes.
    init(_ types: [ContentType]) {
        for type in types {
            switch type {
            case .number(let number):
                _ = numbers.insert(UInt64(bitPattern: number))
                numberCount += 1
            case .string(let string):
                text += string.utf8
                ends.append(text.count)
            }
        }
    }

    /// The index of a number's definition, -1 where there is none.
    func index(of number: Int64) -> Int {
        numbers.place(of: UInt64(bitPattern: number)) ?? -1
    }

    /// The index of a string's definition, -1 where there is none.
    func index(of string: Span<UInt8>) -> Int {
        var low = 0
        var high = ends.count
        while low < high {
            let middle = (low + high) / 2
            let order = compare(middle, string)
            if order == 0 { return numberCount + middle }
            if order < 0 { low = middle + 1 } else { high = middle }
        }
        return -1
    }

    /// The order of one of the strings and another: below, above or at 0.
    private func compare(_ index: Int, _ string: Span<UInt8>) -> Int {
        let start = index == 0 ? 0 : ends[index - 1]
        let count = ends[index] - start
        for offset in 0..<min(count, string.count) {
            let order = Int(text[start + offset]) - Int(string[offset])
            if order != 0 { return order }
        }
        return count - string.count
    }
}
