extension JSONEdit {
    /// Replaces a string that holds JSON text by that text edited, written into the string as it stands.
    ///
    /// Escapes of the text that stays are not touched, whatever their spelling; what is new is written with the shortest
    /// escapes. This composes: text in text is edited from the inside out.
    ///
    ///     tape.appendUnescaped(string, in: bytes, to: &text)
    ///     try textTape.scan(text.span)
    ///     try textEdit.remove(member: name, on: textTape, in: text.span)
    ///     try edit.replaceText(of: string, on: tape, in: bytes, by: &textEdit, on: textTape, in: text.span)
    ///
    /// - Parameters:
    ///   - string: The node of a string: a member's value, an element or the outermost value.
    ///   - tape: The tape of the text that the string is in.
    ///   - bytes: The text that the string is in.
    ///   - inner: The edit of the text. It can be reset afterwards.
    ///   - innerTape: The tape of the text.
    ///   - innerBytes: The text: the string as `JSONTape.appendUnescaped` gives it.
    /// - Throws: Where there is no such string any more, or the inner edit's operations contradict each other; the
    ///   offset of the latter is in the inner text.
    public mutating func replaceText(
        of string: Int, on tape: JSONTape, in bytes: Span<UInt8>,
        by inner: inout JSONEdit, on innerTape: JSONTape, in innerBytes: Span<UInt8>
    ) throws(JSONEditError) {
        guard role(of: string, on: tape, in: bytes).isValue else {
            throw JSONEditError(.notAValue, at: place(of: string, on: tape))
        }
        guard tape.kind(string) == .string else { throw JSONEditError(.notTheText, at: tape.start(string)) }
        let change = try value(string, on: tape)
        guard changes[change].gone == 0 else { throw JSONEditError(.gone, at: tape.start(string)) }
        guard !inner.isEmpty else { return }
        map.build(for: string, on: tape, in: bytes)
        guard map.unescapedCount == innerBytes.count else { throw JSONEditError(.notTheText, at: tape.start(string)) }
        let result = try inner.resolve(on: innerTape, length: innerBytes.count)
        defer { inner.pieces.removeSubrange(result) }
        if inner.isCopy(result, length: innerBytes.count) { return }

        let start = pieces.count
        pieces.append(Piece(start: tape.start(string), end: tape.start(string) + 1, isOwn: false))
        for piece in inner.pieces[result] {
            if piece.isOwn {
                let own = pool.count
                pool.append(escaping: inner.pool.span.extracting(piece.start..<piece.end))
                pieces.append(Piece(start: own, end: pool.count, isOwn: true))
            } else {
                // A piece begins and ends at a bracket, comma, quote, literal or white space, never within an escape.
                pieces.append(
                    Piece(
                        start: map.escapedOffset(of: piece.start), end: map.escapedOffset(of: piece.end),
                        isOwn: false))
            }
        }
        pieces.append(Piece(start: tape.end(string) - 1, end: tape.end(string), isOwn: false))
        replace(change, by: start..<pieces.count)
    }
}
