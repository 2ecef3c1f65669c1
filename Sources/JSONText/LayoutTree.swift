import Synchronization

/// How texts are laid out: what stands between their values, which is the same in all that one exporter or one app wrote.
/// A text that is laid out as an earlier one is scanned by comparing these pieces, and only its values are looked at.
///
/// Layouts that begin alike share their beginning, so that any number of kinds of texts can be told apart while they are
/// read. Give the lines of a table and the payloads in them a tree each, and let `JSONTape.scan(_:expecting:)` fill it.
public struct LayoutTree: Sendable {
    /// What stands between two values that have nothing below them, before the first one or after the last.
    struct Piece: Sendable {
        /// The bytes, with zeros behind them.
        let words: (UInt64, UInt64, UInt64, UInt64)
        /// A bit for each byte.
        let mask: UInt32
        private let length: Int32
        /// What its nodes are, mostly.
        let shape: Shape
        /// The index of the node of the value behind it, the first of its nodes for a last one. A name's node comes
        /// before that.
        let node: Int32
        /// What its nodes are in any case: a range of the tree's marks.
        let marks: (Int32, Int32)
        /// Where the text ends with it, the number of the text's layout; otherwise 0.
        let number: Int
        /// The piece before it, -1 for none.
        let parent: Int32
        /// A piece that can follow the value behind this one, -1 for none.
        fileprivate(set) var next: Int32 = -1
        /// Another piece that can stand in this one's place, -1 for none.
        fileprivate(set) var other: Int32 = -1

        fileprivate init(
            _ new: LayoutOutline.Piece, marks: Range<Int>, number: Int, after parent: Int32, in bytes: Span<UInt8>
        ) {
            let range = new.range
            func word(_ index: Int) -> UInt64 {
                guard 8 * index < range.count else { return 0 }
                return bytes.word(from: range.lowerBound + 8 * index, count: range.count - 8 * index)
            }
            words = (word(0), word(1), word(2), word(3))
            length = Int32(range.count)
            mask = UInt32.max >> UInt32(LayoutTree.longestPiece - range.count)
            shape = new.shape
            node = Int32(new.node)
            self.marks = (Int32(marks.lowerBound), Int32(marks.upperBound))
            self.number = number
            self.parent = parent
        }

        /// How many bytes there are.
        var count: Int { Int(length) }

        /// A byte.
        ///
        /// - Parameter index: From 0 on and below the count.
        func byte(_ index: Int) -> UInt8 {
            let word = index < 16 ? (index < 8 ? words.0 : words.1) : index < 24 ? words.2 : words.3
            return UInt8(truncatingIfNeeded: word >> UInt64(truncatingIfNeeded: (index & 7) &* 8))
        }
    }

    /// What most pieces are.
    enum Shape: Sendable {
        /// A name between a comma and a colon.
        case name
        /// The beginning of the text's object and the name of its first member, with nothing around them but a colon.
        case first
        /// The end of the text's object.
        case last
        /// Something else.
        case other
    }

    /// A node that is no value without anything below it: offsets are from the piece's beginning.
    enum Mark: Sendable {
        /// A name or an empty array or object.
        case whole(JSONTape.Node, at: Int32)
        /// The beginning of an array or object. Its end is not known yet.
        case open(JSONTape.Node, at: Int32)
        /// The end of one.
        case close(JSONTape.Node, at: Int32)
    }

    /// The longest piece, in bytes.
    static let longestPiece = 32
    /// The most nodes of a text that is learnt: larger texts are hardly laid out alike.
    public static let mostNodes = 64
    /// The most pieces that are kept.
    private static let mostPieces = 1024
    /// The most pieces that one place is tried for.
    private static let mostOthers = 32
    /// How many layouts are learnt before it is asked whether that pays.
    private static let trial = 32

    private(set) var pieces: [Piece] = []
    private var marks: [Mark] = []
    /// The first piece that a text can begin with.
    private(set) var first: Int32 = -1
    /// Which pieces are likely where several can follow.
    private var guesses = LayoutGuesses()
    /// How often a layout was learnt, and how often one was followed: what follows none isn't worth learning.
    private var learnt = 0
    private var followed = 0

    private static let numbers = Atomic<Int>(0)

    /// A tree that knows no layout.
    public init() {}

    /// Follows a text from piece to piece, and writes its nodes.
    ///
    /// - Parameter nodes: With room for `mostNodes`.
    @inline(__always)
    mutating func follow(_ text: TextBytes, _ nodes: NodeRoom) -> LayoutFollower.Result {
        let follower = LayoutFollower(text, nodes)
        let result = Self.follow(follower, from: first, pieces, marks, &guesses)
        if result.layout != 0 { followed &+= 1 }
        return result
    }

    /// The tree's parts by themselves: the guesses may change while the pieces are looked at.
    @inline(__always)
    private static func follow(
        _ follower: LayoutFollower, from first: Int32, _ pieces: [Piece], _ marks: [Mark],
        _ guesses: inout LayoutGuesses
    ) -> LayoutFollower.Result {
        follower.follow(from: first, pieces.span, marks.span, &guesses)
    }

    /// Learns the layout of a text, unless it isn't one that can be.
    ///
    /// - Parameters:
    ///   - tape: The scanned text.
    ///   - bytes: The text.
    mutating func learn(_ tape: borrowing JSONTape, in bytes: Span<UInt8>) {
        guard learnt < Self.trial || followed >= 4 * learnt, tape.count <= Self.mostNodes, tape.kind(0) == .object
        else { return }
        var outline = LayoutOutline()
        guard pieces.count + Self.mostNodes <= Self.mostPieces, outline.draw(tape, in: bytes),
            !tape.hasDuplicates(below: 0, in: bytes)
        else { return }
        learnt += 1
        var parent: Int32 = -1
        for (index, piece) in outline.pieces.enumerated() {
            let isLast = index == outline.pieces.count - 1
            guard let place = place(piece, outline.marks[piece.marks], isLast: isLast, after: parent, in: bytes)
            else { return }
            parent = place
        }
    }

    /// Finds a piece, or puts it into the tree.
    ///
    /// - Parameters:
    ///   - parent: The piece before it, -1 for none.
    /// - Returns: Its index; nil where its place has too many others.
    private mutating func place(
        _ new: LayoutOutline.Piece, _ marks: ArraySlice<Mark>, isLast: Bool, after parent: Int32,
        in bytes: Span<UInt8>
    ) -> Int32? {
        let range = new.range
        let place = parent < 0 ? first : pieces[Int(parent)].next
        var others = 0
        var here = place
        while here >= 0 {
            let piece = pieces[Int(here)]
            if piece.count == range.count
                && range.indices.allSatisfy({ piece.byte($0 - range.lowerBound) == bytes[$0] })
            {
                return here
            }
            here = piece.other
            others += 1
        }
        if others >= Self.mostOthers { return nil }
        let index = Int32(pieces.count)
        let first = self.marks.count
        self.marks += marks
        let number = isLast ? Self.numbers.wrappingAdd(1, ordering: .relaxed).newValue : 0
        var piece = Piece(new, marks: first..<self.marks.count, number: number, after: parent, in: bytes)
        piece.other = place
        if parent >= 0 { pieces[Int(parent)].next = index } else { self.first = index }
        pieces.append(piece)
        return index
    }
}

/// The pieces of one text.
private struct LayoutOutline {
    struct Piece {
        /// Its bytes in the text.
        var range: Range<Int>
        var shape: LayoutTree.Shape
        /// The node of the value behind it, the first of its own for a last one.
        var node: Int
        /// A range of the outline's marks.
        var marks: Range<Int>
    }

    var pieces: [Piece] = []
    var marks: [LayoutTree.Mark] = []
    private var start = 0
    private var firstMark = 0
    /// The arrays and objects that are open.
    private var open: [Int] = []

    /// Finds the pieces of a text.
    ///
    /// - Returns: Whether it can be taken for a layout.
    mutating func draw(_ tape: borrowing JSONTape, in bytes: Span<UInt8>) -> Bool {
        var isName = false
        for node in 0..<tape.count {
            close(before: node, tape)
            let isObject = open.last.map { tape.kind($0) == .object } ?? false
            if isObject { isName.toggle() } else { isName = false }
            if isName {
                if tape.hasEscapes(node) { return false }
                marks.append(.whole(shifted(node, tape), at: Int32(node)))
            } else if tape.kind(node) == .object || tape.kind(node) == .array {
                if tape.childCount(node) == 0 {
                    marks.append(.whole(shifted(node, tape), at: Int32(node)))
                } else {
                    marks.append(.open(shifted(node, tape), at: Int32(node)))
                    open.append(node)
                }
            } else {
                guard end(at: tape.start(node), after: tape.end(node), node) else { return false }
            }
        }
        close(before: tape.count, tape)
        return end(at: bytes.count, after: bytes.count, tape.count)
    }

    /// A node with offsets from the piece's beginning.
    private func shifted(_ node: Int, _ tape: borrowing JSONTape) -> JSONTape.Node {
        var shifted = tape.node(node)
        shifted.start = shifted.start &- UInt32(truncatingIfNeeded: start)
        shifted.end = shifted.end &- UInt32(truncatingIfNeeded: start)
        return shifted
    }

    /// Ends the arrays and objects that a node is no longer inside of.
    private mutating func close(before node: Int, _ tape: borrowing JSONTape) {
        while let last = open.last, tape.next(last) == node {
            marks.append(.close(shifted(last, tape), at: Int32(last)))
            open.removeLast()
        }
    }

    /// Ends a piece.
    ///
    /// - Returns: Whether it isn't too long.
    private mutating func end(at end: Int, after next: Int, _ node: Int) -> Bool {
        guard end - start <= LayoutTree.longestPiece else { return false }
        let piece = Piece(range: start..<end, shape: shape(to: end, node), node: node, marks: firstMark..<marks.count)
        pieces.append(piece)
        start = next
        firstMark = marks.count
        return true
    }

    /// What the piece that ends here is.
    private func shape(to end: Int, _ node: Int) -> LayoutTree.Shape {
        let marks = marks[firstMark...]
        switch (marks.first, marks.last) {
        case (.whole(let name, _), _) where marks.count == 1:
            return isName(name, from: 1, to: end - start - 1) ? .name : .other
        case (.open(let object, 0), .whole(let name, _)) where marks.count == 2 && start == 0:
            let isPlain = object.start == 0 && object.tag & 7 == UInt32(JSONKind.object.rawValue)
            return isPlain && isName(name, from: 1, to: end - 1) ? .first : .other
        case (.close(let object, 0), _) where marks.count == 1:
            return object.end == 1 && end - start == 1 ? .last : .other
        default: return .other
        }
    }

    private func isName(_ name: JSONTape.Node, from start: Int, to end: Int) -> Bool {
        Int(name.start) == start && Int(name.end) == end && name.tag == UInt32(JSONKind.string.rawValue)
    }
}
