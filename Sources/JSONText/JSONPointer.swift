/// A JSON Pointer (RFC 6901), in which a token `*` may stand for every element of an array where that is asked for.
public struct JSONPointer: Hashable, Sendable, CustomStringConvertible {
    /// The member names and array indexes on the way, unescaped.
    public var tokens: [String]

    /// A pointer to what the tokens lead to.
    public init(tokens: [String]) {
        self.tokens = tokens
    }

    /// Reads a pointer: empty, or tokens that each begin with `/`.
    ///
    /// - Throws: Where the text doesn't begin with `/` or a `~` is followed by neither `0` nor `1`.
    public init(_ text: String) throws(JSONPointerError) {
        tokens = []
        guard !text.isEmpty else { return }
        guard text.utf8.first == UInt8(ascii: "/") else { throw .noSlash(text) }
        let bytes = Array(text.utf8)
        var token: [UInt8] = []
        var index = 1
        while index < bytes.count {
            let byte = bytes[index]
            index += 1
            switch byte {
            case UInt8(ascii: "/"):
                tokens.append(String(decoding: token, as: UTF8.self))
                token.removeAll(keepingCapacity: true)
            case UInt8(ascii: "~"):
                switch index < bytes.count ? bytes[index] : nil {
                case UInt8(ascii: "0"): token.append(UInt8(ascii: "~"))
                case UInt8(ascii: "1"): token.append(UInt8(ascii: "/"))
                default: throw .invalidTilde(text)
                }
                index += 1
            default:
                token.append(byte)
            }
        }
        tokens.append(String(decoding: token, as: UTF8.self))
    }

    /// The pointer as RFC 6901 writes it.
    public var description: String {
        tokens.reduce(into: "") { $0 += "/" + Self.escaped($1) }
    }

    /// Whether a token is `*`.
    public var hasWildcard: Bool { tokens.contains("*") }

    /// A token with `~` and `/` escaped.
    public static func escaped(_ token: String) -> String {
        guard token.utf8.contains(where: { $0 == UInt8(ascii: "~") || $0 == UInt8(ascii: "/") }) else { return token }
        // By code points: a combining mark makes another character of the `/` before it.
        var result = ""
        for scalar in token.unicodeScalars {
            switch scalar {
            case "~": result += "~0"
            case "/": result += "~1"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }

    /// Whether two pointers have the same code points; Swift's own comparison of strings takes different spellings of an
    /// accented letter for one, but they are two members.
    public static func == (left: JSONPointer, right: JSONPointer) -> Bool {
        left.tokens.elementsEqual(right.tokens) { $0.utf8.elementsEqual($1.utf8) }
    }

    /// The value that the pointer leads to.
    ///
    /// - Parameters:
    ///   - node: Where the pointer begins.
    ///   - tape: The scanned text.
    ///   - bytes: The text that was scanned.
    /// - Returns: The value's node, or nil where nothing is there. `*` leads nowhere.
    public func resolve(from node: Int, on tape: JSONTape, in bytes: Span<UInt8>) -> Int? {
        var here = node
        for token in tokens {
            guard let child = Self.child(token, of: here, on: tape, in: bytes) else { return nil }
            here = child
        }
        return here
    }

    /// The member or element of a node that one token names.
    static func child(_ token: String, of node: Int, on tape: JSONTape, in bytes: Span<UInt8>) -> Int? {
        switch tape.kind(node) {
        case .object:
            return tape.member(Array(token.utf8), of: node, in: bytes)
        case .array:
            guard let index = Int(token), String(index) == token, index >= 0, index < tape.childCount(node) else {
                return nil
            }
            var element = node + 1
            for _ in 0..<index { element = tape.next(element) }
            return element
        default:
            return nil
        }
    }
}

/// Why a text is no JSON Pointer (RFC 6901).
public enum JSONPointerError: Error, Equatable, Sendable {
    /// It is not empty and doesn't begin with `/`.
    case noSlash(String)
    /// A `~` is followed by neither `0` nor `1`.
    case invalidTilde(String)

    /// One sentence for people.
    public var message: String {
        switch self {
        case .noSlash(let text): "'\(text)' is no JSON Pointer: it has to be empty or begin with '/'"
        case .invalidTilde(let text): "'\(text)' is no JSON Pointer: '~' has to be written '~0' and '/' in a name '~1'"
        }
    }
}
