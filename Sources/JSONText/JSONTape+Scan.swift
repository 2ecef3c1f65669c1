extension JSONTape {
    /// Scans one JSON text (RFC 8259) and replaces what the tape held.
    ///
    /// All of the grammar is checked, UTF-8 (RFC 3629) included. White space may stand around the value. Numbers stay
    /// text, lone surrogate escapes are let through as the grammar does, and names may come twice.
    ///
    /// - Parameters:
    ///   - bytes: The whole text.
    ///   - maximumDepth: How many levels of arrays and objects are let through.
    /// - Throws: The first error, with its offset. The tape is empty then.
    /// - Complexity: One pass, without recursion.
    public mutating func scan(_ bytes: Span<UInt8>, maximumDepth: Int = 512) throws(JSONError) {
        var surrogates = false
        try rewrite { (nodes: inout NodeWriter) throws(JSONError) in
            guard bytes.count < Int(UInt32.max) else { throw JSONError(.tooLong, at: 0) }
            guard let text = TextBytes(bytes) else { throw JSONError(.unexpectedEnd(.value), at: 0) }
            surrogates = try JSONScanner(text, maximumDepth: maximumDepth).scan(into: &nodes)
        }
        hasSurrogateEscapes = surrogates
    }
}
