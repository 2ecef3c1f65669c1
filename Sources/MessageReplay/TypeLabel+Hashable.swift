extension TypeLabel: Hashable {
    /// Texts are told apart by their bytes: to Swift, two ways of composing a letter are one.
    public static func == (left: TypeLabel, right: TypeLabel) -> Bool {
        switch (left, right) {
        case (.number(let left), .number(let right)), (.string(let left), .string(let right)):
            left.hasSameBytes(as: right)
        case (.none, .none), (.other, .other): true
        default: false
        }
    }

    /// Takes in the bytes that equality compares.
    public func hash(into hasher: inout Hasher) {
        switch self {
        case .number(let text): hasher.combine(bytes: text)
        case .string(let text):
            hasher.combine(1)
            hasher.combine(bytes: text)
        case .none: hasher.combine(2)
        case .other: hasher.combine(3)
        }
    }
}

extension String {
    /// Whether two texts are equal byte by byte in UTF-8.
    func hasSameBytes(as other: String) -> Bool {
        utf8.count == other.utf8.count && utf8.elementsEqual(other.utf8)
    }

    /// Whether this text comes before another one by their bytes in UTF-8.
    func precedes(_ other: String) -> Bool { utf8.lexicographicallyPrecedes(other.utf8) }
}

extension Hasher {
    /// Takes in a text byte by byte.
    mutating func combine(bytes text: String) {
        var text = text
        text.withUTF8 { combine(bytes: UnsafeRawBufferPointer($0)) }
    }
}
