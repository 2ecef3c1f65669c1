extension StaticString {
    /// The UTF-8 byte at an index.
    @inlinable
    func byte(_ index: Int) -> UInt8 {
        precondition(hasPointerRepresentation && index >= 0 && index < utf8CodeUnitCount)
        // In bounds: the index was checked against the literal's length just above.
        return utf8Start[index]
    }

    /// Calls `body` with the UTF-8 bytes.
    @inlinable
    func withBytes<Result>(_ body: (Span<UInt8>) -> Result) -> Result {
        withUTF8Buffer { buffer in
            // The buffer holds exactly the literal's bytes and outlives the call.
            body(buffer.span)
        }
    }
}
