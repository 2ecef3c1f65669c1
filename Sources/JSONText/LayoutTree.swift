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
        /// The bits of those bytes that fill no whole word.
        let mask: UInt64
        /// How many there are.
        let count: Int
        /// What its nodes are.
        let nodes: Nodes
        /// Where the text ends with it, the number of the text's layout; otherwise 0.
        let number: Int
        /// A piece that can follow the value behind this one, -1 for none.
        fileprivate(set) var next: Int32 = -1
        /// Another piece that can stand in this one's place, -1 for none. What is longer comes first, so that no piece
        /// hides one that begins like it.
        fileprivate(set) var other: Int32 = -1

        /// A byte.
        ///
        /// - Parameter index: From 0 on and below the count.
        func byte(_ index: Int) -> UInt8 {
            let word = index < 16 ? (index < 8 ? words.0 : words.1) : index < 24 ? words.2 : words.3
            return UInt8(truncatingIfNeeded: word >> UInt64(truncatingIfNeeded: (index & 7) &* 8))
        }
    }

    /// What a piece brings into a text.
    enum Nodes: Sendable {
        /// A name, between a comma and a colon.
        case name
        /// The text's object and the name of its first member, with nothing around them but a colon.
        case first
        /// The end of the text's object and nothing else; its tag.
        case last(UInt32)
        /// What a range of `marks` says.
        case marks(Int32, Int32)
    }

    /// A node that is no value without anything below it.
    enum Mark: Sendable {
        /// A member's name, with its quotes: offsets in the piece.
        case name(Int32, Int32)
        /// The beginning of an array or object.
        case open(JSONKind, Int32)
        /// The end of one that began with a node of a number, that node's tag, and the offset after the end.
        case close(Int32, UInt32, Int32)
        /// An array or object with nothing in it.
        case empty(JSONKind, Int32, Int32)
    }

    /// The longest piece, in bytes.
    static let longestPiece = 32
    /// The most nodes of a text that is learnt: larger texts are hardly laid out alike.
    static let mostNodes = 64
    /// The most pieces that are kept.
    private static let mostPieces = 1024
    /// The most pieces that one place is tried for.
    private static let mostOthers = 32
    /// How many layouts are learnt before it is asked whether that pays.
    private static let trial = 32

    private(set) var pieces: [Piece] = []
    private(set) var marks: [Mark] = []
    /// The first piece that a text can begin with.
    private(set) var first: Int32 = -1
    /// How often a layout was learnt, and how often one was followed: what follows none isn't worth learning.
    private var learnt = 0
    private var followed = 0

    private static let numbers = Atomic<Int>(0)

    /// A tree that knows no layout.
    public init() {}

    mutating func countFollower() { followed &+= 1 }

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
        var before: Int32 = -1
        var others = 0
        var here = parent < 0 ? first : pieces[Int(parent)].next
        while here >= 0 {
            let piece = pieces[Int(here)]
            if piece.count == range.count
                && range.indices.allSatisfy({ piece.byte($0 - range.lowerBound) == bytes[$0] })
            {
                return here
            }
            if piece.count >= range.count { before = here }
            here = piece.other
            others += 1
        }
        if others >= Self.mostOthers { return nil }
        let index = Int32(pieces.count)
        var nodes = new.nodes
        if case .marks = nodes {
            nodes = .marks(Int32(self.marks.count), Int32(self.marks.count + marks.count))
            self.marks += marks
        }
        let number = isLast ? Self.numbers.wrappingAdd(1, ordering: .relaxed).newValue : 0
        var piece = Piece(bytes, range, nodes, number: number)
        if before >= 0 {
            piece.other = pieces[Int(before)].other
            pieces[Int(before)].other = index
        } else if parent >= 0 {
            piece.other = pieces[Int(parent)].next
            pieces[Int(parent)].next = index
        } else {
            piece.other = first
            first = index
        }
        pieces.append(piece)
        return index
    }
}

extension LayoutTree.Piece {
    fileprivate init(_ bytes: Span<UInt8>, _ range: Range<Int>, _ nodes: LayoutTree.Nodes, number: Int) {
        func word(_ index: Int) -> UInt64 {
            8 * index < range.count ? bytes.word(from: range.lowerBound + 8 * index, count: range.count - 8 * index) : 0
        }
        words = (word(0), word(1), word(2), word(3))
        count = range.count
        mask = 1 &<< (UInt64(truncatingIfNeeded: range.count & 7) &* 8) &- 1
        self.nodes = nodes
        self.number = number
    }
}

/// The pieces of one text.
private struct LayoutOutline {
    struct Piece {
        /// Its bytes in the text.
        var range: Range<Int>
        var nodes: LayoutTree.Nodes
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
                marks.append(.name(Int32(tape.start(node) - start), Int32(tape.end(node) - start)))
            } else if tape.kind(node) == .object || tape.kind(node) == .array {
                let at = Int32(tape.start(node) - start)
                if tape.childCount(node) == 0 {
                    marks.append(.empty(tape.kind(node), at, Int32(tape.end(node) - start)))
                } else {
                    marks.append(.open(tape.kind(node), at))
                    open.append(node)
                }
            } else {
                guard end(at: tape.start(node), after: tape.end(node)) else { return false }
            }
        }
        close(before: tape.count, tape)
        return end(at: bytes.count, after: bytes.count)
    }

    /// Ends the arrays and objects that a node is no longer inside of.
    private mutating func close(before node: Int, _ tape: borrowing JSONTape) {
        while let last = open.last, tape.next(last) == node {
            let tag = UInt32(tape.kind(last).rawValue) | UInt32(truncatingIfNeeded: tape.childCount(last)) << 4
            marks.append(.close(Int32(last), tag, Int32(tape.end(last) - start)))
            open.removeLast()
        }
    }

    /// Ends a piece.
    ///
    /// - Returns: Whether it isn't too long.
    private mutating func end(at end: Int, after next: Int) -> Bool {
        guard end - start <= LayoutTree.longestPiece else { return false }
        pieces.append(Piece(range: start..<end, nodes: nodes(to: end), marks: firstMark..<marks.count))
        start = next
        firstMark = marks.count
        return true
    }

    /// What the marks of a piece that ends here come to.
    private func nodes(to end: Int) -> LayoutTree.Nodes {
        let marks = marks[firstMark...]
        if marks.count == 1, case .name(1, let nameEnd) = marks[firstMark], start + Int(nameEnd) + 1 == end {
            return .name
        }
        if marks.count == 2, start == 0, case .open(.object, 0) = marks[firstMark],
            case .name(1, let nameEnd) = marks[firstMark + 1], Int(nameEnd) + 1 == end
        {
            return .first
        }
        if marks.count == 1, case .close(0, let tag, 1) = marks[firstMark], start + 1 == end { return .last(tag) }
        return .marks(0, 0)
    }
}
