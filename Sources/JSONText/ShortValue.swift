/// A value of up to eight bytes that is kept in mind as it is written, so that the same one can be told at a glance.
public struct ShortValue: Sendable {
    /// How many bytes it has, 0 for no value at all.
    @usableFromInline var length = 0
    @usableFromInline var word: UInt64 = 0

    /// No value.
    @inlinable public init() {}

    /// The value of a node; nil where it has more than eight bytes.
    @inlinable
    public init?(of node: Int, on tape: borrowing JSONTape, in bytes: Span<UInt8>) {
        let start = tape.start(node)
        length = tape.end(node) &- start
        guard length <= 8 else { return nil }
        word = bytes.word(from: start, count: length)
    }

    /// Whether a node's value is written just so.
    @inlinable @inline(__always)
    public func equals(_ node: Int, on tape: borrowing JSONTape, in bytes: Span<UInt8>) -> Bool {
        let start = tape.start(node)
        return tape.end(node) &- start == length && bytes.word(from: start, count: length) == word
    }
}
