import JSONText

/// Edits JSON text that stands in a string, where it stands.
enum EscapedText {
    /// - Parameters:
    ///   - literal: The string with its quotes.
    ///   - edit: The edit of the text in it.
    ///   - tape: The tape of that text.
    ///   - bytes: That text.
    /// - Returns: The new string with its quotes. Escapes that stay keep their spelling.
    static func edit(
        _ literal: [UInt8], by edit: inout JSONEdit, on tape: borrowing JSONTape, in bytes: Span<UInt8>
    ) throws -> [UInt8] {
        var outer = JSONTape()
        try outer.scan(literal.span)
        var outerEdit = JSONEdit()
        try outerEdit.replaceText(of: 0, on: outer, in: literal.span, by: &edit, on: tape, in: bytes)
        var output: [UInt8] = []
        try outerEdit.apply(to: literal.span, on: outer, into: &output)
        return output
    }
}
