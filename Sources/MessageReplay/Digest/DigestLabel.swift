/// What tells the groups of a digest apart, as bytes that sort as the groups do: numbers by value, texts by UTF-8, what
/// has no label last. The whole report comes before all groups.
enum DigestLabel {
    /// The label of the whole report.
    static let whole: [UInt8] = [0]

    private static let number: UInt8 = 1
    private static let text: UInt8 = 2
    private static let none: UInt8 = 3

    /// Makes a label of a text; `fill` appends it.
    static func set(_ label: inout [UInt8], _ fill: (inout [UInt8]) -> Void) {
        label.removeAll(keepingCapacity: true)
        label.append(text)
        fill(&label)
    }

    /// Makes the label of what has none.
    static func setNone(_ label: inout [UInt8]) {
        label.removeAll(keepingCapacity: true)
        label.append(none)
    }

    /// Makes the label of a type.
    static func set(_ label: inout [UInt8], _ type: TypeLabel) {
        switch type {
        case .string(let string): set(&label) { $0.append(contentsOf: string.utf8) }
        case .number(let digits): set(&label, number: digits)
        case .none, .other: setNone(&label)
        }
    }

    /// A number in plain digits: its sign, how many digits it has, and these; all of it turned round below zero.
    private static func set(_ label: inout [UInt8], number text: String) {
        label.removeAll(keepingCapacity: true)
        label.append(number)
        let isNegative = text.utf8.first == UInt8(ascii: "-")
        let mask: UInt8 = isNegative ? 0xFF : 0
        label.append(isNegative ? 0 : 1)
        let digits = isNegative ? text.utf8.dropFirst() : text.utf8[...]
        for shift in [24, 16, 8, 0] { label.append(UInt8(truncatingIfNeeded: digits.count >> shift) ^ mask) }
        for digit in digits { label.append(digit ^ mask) }
    }

    /// What a label says.
    static func read(_ label: [UInt8]) -> TypeLabel {
        switch label.first {
        case number:
            let isNegative = label[1] == 0
            let digits = label[6...].map { isNegative ? $0 ^ 0xFF : $0 }
            return .number((isNegative ? "-" : "") + String(decoding: digits, as: UTF8.self))
        case text:
            return .string(String(decoding: label[1...], as: UTF8.self))
        default:
            return .none
        }
    }
}
