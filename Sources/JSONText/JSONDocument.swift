/// A JSON text that is kept with its tape: registries, manifests and reports, not records.
public final class JSONDocument: Sendable {
    /// The text.
    public let bytes: [UInt8]
    /// The scanned text.
    public let tape: JSONTape

    /// Scans a text (RFC 8259) and keeps both.
    ///
    /// - Throws: The first error, with its offset.
    public init(_ bytes: [UInt8]) throws(JSONError) {
        var tape = JSONTape()
        try tape.scan(bytes.span)
        self.bytes = bytes
        self.tape = tape
    }

    /// The outermost value.
    public var root: JSONValue { JSONValue(document: self, node: 0) }

    /// The line and column of an offset in bytes.
    public func place(of offset: Int) -> JSONPlace { JSONPlace(of: offset, in: bytes) }
}

/// A place in a text, as editors count.
public struct JSONPlace: Equatable, Hashable, Sendable, Comparable {
    /// The line, from 1.
    public var line: Int
    /// The column in characters (code points), from 1.
    public var column: Int

    /// A place by line and column.
    public init(line: Int, column: Int) {
        self.line = line
        self.column = column
    }

    /// The place of an offset in bytes.
    public init(of offset: Int, in bytes: [UInt8]) {
        line = 1
        column = 1
        for byte in bytes.prefix(offset) {
            if byte == 0x0A {
                line += 1
                column = 1
            } else if byte & 0xC0 != 0x80 {
                column += 1
            }
        }
    }

    /// Orders places as they follow each other in a text.
    public static func < (left: JSONPlace, right: JSONPlace) -> Bool {
        (left.line, left.column) < (right.line, right.column)
    }
}
