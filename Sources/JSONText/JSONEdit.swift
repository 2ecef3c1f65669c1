/// A set of splices over a JSON text that is not ours: planned on its tape, applied in one pass.
///
/// Whatever no operation touches keeps every byte, and the result is always valid JSON.
///
///     edit.reset()
///     try edit.move(member: name, to: title, into: root, on: tape, in: bytes)
///     try edit.insert(name: currency, value: quotedCNY, into: root, on: tape)
///     if !edit.isEmpty { try edit.apply(to: bytes, on: tape, into: &output) }
///
/// **Operations follow each other.** Each acts on the text as the ones before left it, and names what it acts on by its
/// node on the tape, which stays valid wherever a move takes it: a value that was moved can still be edited, renamed and
/// moved on, and the edits inside it go with it. A copy takes the value as it is when `copy` is called; later edits of
/// the original don't reach it. What was removed or replaced can't be edited any more (`gone`), nor can what was
/// inserted, since it has no node: apply the edit, scan the result and plan the next edit on that. Only `makeObject`
/// gives a handle to something new. The operation that is at fault throws, and leaves the edit as it was; where the
/// fault lies further up in the text (an object around it is gone, two members are moved into each other), `apply`
/// throws.
///
/// **Where things go.** What is put into an object or array is written compactly right after the last member or element
/// that is still there, in the order of the calls; where none is, right after the opening bracket, or in the place of
/// the first that was removed. What is removed goes with the comma and white space between it and the one before it;
/// where none is before it, with those up to the next one.
///
/// An edit knows neither the text nor the tape, and is handed both, always the same until `reset`. Nodes that are not
/// on the tape are refused, but one tape's nodes mean nothing on another. Names are not compared: whoever inserts a name
/// that is there already gets it twice. Nesting isn't limited.
public struct JSONEdit: Sendable {
    /// What became of one node of the tape, or an object that was made.
    struct Change: Sendable {
        /// The node, or -1 for an object that was made.
        var node: Int
        /// The last operation that asked for the node where it stands on the tape.
        var touched = 0
        /// The operation that removed or replaced it, 0 for none.
        var gone = 0
        /// Whether the node is a member's name.
        var isMember = false
        /// Whether the member or element is no longer at its place.
        var isAway = false
        /// Where a member that was moved stands now, or stood when it was removed; -1 where it never was moved.
        var addition = -1
        /// A member's new name as `,"name":` in the pool; empty where it keeps its own.
        var name = 0..<0
        /// Whether the value was replaced, and by which pieces.
        var isReplaced = false
        var replacement = 0..<0
        /// What was put into the object or array: a list in `additions`, -1 where it is empty.
        var firstAddition = -1
        var lastAddition = -1
        /// The change that an object that was made was put into; -1 for a node.
        var owner = -1
        /// The innermost removed, replaced or moved change around it, -1 for none. Only known during a check.
        var context = -1
        /// The first operation that took the inside away, as far as a check found out.
        var limit = Limit.unknown
    }

    /// From which operation on there is nothing left to edit below a change.
    enum Limit: Equatable, Sendable {
        case unknown
        case beingFound
        case after(Int)
    }

    /// A member or element that was put into an object or array.
    struct Addition: Sendable {
        /// What it consists of.
        enum Content: Sendable {
            case pieces(Range<Int>)
            /// A member of the tape, by its name's node.
            case member(Int)
            /// An object that was made, by its change.
            case object(Int)
        }

        /// The change of the object or array that it was put into.
        var owner: Int
        /// The last operation that asked for it.
        var touched: Int
        /// `,"name":` in the pool; of an element only the comma.
        var name: Range<Int>
        var content: Content
        var isDropped = false
        /// The next one in the same object or array, -1 for none.
        var next = -1
    }

    /// A part of the result: a range of the scanned text or of the pool.
    struct Piece: Sendable {
        var start: Int
        var end: Int
        var isOwn: Bool
    }

    /// An object or array that is being written.
    struct Frame: Sendable {
        /// The node, or -1 for an object that was made.
        var container: Int
        /// The next member's name or the next element, and the node after the last.
        var child: Int
        var end: Int
        /// A node before which no change is left.
        var nextChange: Int
        /// The end of the last value that stays, -1 before there is one.
        var kept = -1
        /// The end of the last value that goes since then, -1 where there is none.
        var skipped = -1
        /// What to write next of what was put into it.
        var addition: Int
        var isWritingAdditions = false
        var needsComma = false
        /// Where to go on in the scanned text once a moved value is written, -1 for a value in its place.
        var resume = -1
    }

    /// For each node, one more than the index of its change; 0 for none.
    var slots: [UInt32] = []
    /// The node after the last one with a change.
    var changesEnd = 0
    var changes: [Change] = []
    var additions: [Addition] = []
    /// The pieces of values that were given or copied; while an edit is resolved, those of the result behind them.
    var pieces: [Piece] = []
    /// The bytes of names and values that were given, after the brackets of an object.
    var pool: [UInt8] = [UInt8(ascii: "{"), UInt8(ascii: "}")]
    /// The number of operations so far.
    var operation = 0
    /// Whether anything was removed, replaced or moved, so that operations may contradict each other.
    var needsCheck = false
    var frames: [Frame] = []
    var path: [Int] = []
    /// How far the scanned text is written.
    var cursor = 0
    /// Scans the values that are given.
    var given = JSONTape()
    var map = JSONEscapeMap()

    /// An edit that changes nothing.
    public init() {}

    /// Whether no operation was planned, so that applying it would copy the text.
    public var isEmpty: Bool { operation == 0 }

    /// Forgets all operations and keeps the memory.
    public mutating func reset() {
        for change in changes where change.node >= 0 { slots[change.node] = 0 }
        changesEnd = 0
        changes.removeAll(keepingCapacity: true)
        additions.removeAll(keepingCapacity: true)
        pieces.removeAll(keepingCapacity: true)
        pool.removeSubrange(2...)
        operation = 0
        needsCheck = false
    }

    /// Forgets all operations and gives memory back that one unusually large text made the edit take.
    ///
    /// - Parameter limit: The number of bytes, and of nodes, that may stay allocated.
    public mutating func shrink(toFit limit: Int) {
        if slots.capacity > limit || pool.capacity > limit || changes.capacity > limit || pieces.capacity > limit {
            self = JSONEdit()
        } else {
            reset()
            given.shrink(toFit: limit)
            map.shrink(toFit: limit)
        }
    }

    /// Writes the edited text.
    ///
    /// The operations stay planned: the same edit can be applied again to the same text.
    ///
    /// - Parameters:
    ///   - bytes: The text that was scanned.
    ///   - tape: Its tape.
    ///   - output: Where the result is appended; nothing is where the call throws.
    /// - Returns: Whether anything but an exact copy was written. A value that was replaced counts even where the new
    ///   text is the old one.
    /// - Throws: Where operations contradict each other, with the offset in `bytes`.
    /// - Complexity: O(nodes up to the last one touched + length of the result), without recursion.
    @discardableResult
    public mutating func apply(
        to bytes: Span<UInt8>, on tape: JSONTape, into output: inout [UInt8]
    ) throws(JSONEditError) -> Bool {
        guard !isEmpty else {
            output.append(copying: bytes, 0..<bytes.count)
            return false
        }
        let result = try resolve(on: tape, length: bytes.count)
        defer { pieces.removeSubrange(result) }
        for piece in pieces[result] {
            if piece.isOwn {
                output.append(contentsOf: pool[piece.start..<piece.end])
            } else {
                output.append(copying: bytes, piece.start..<piece.end)
            }
        }
        return !isCopy(result, length: bytes.count)
    }

    /// Whether pieces are nothing but the whole scanned text.
    func isCopy(_ result: Range<Int>, length: Int) -> Bool {
        guard result.count == 1, let piece = pieces[result].first else { return false }
        return !piece.isOwn && piece.start == 0 && piece.end == length
    }
}
