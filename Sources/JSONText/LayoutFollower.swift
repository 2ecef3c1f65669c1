/// Follows one text through the pieces of a tree of layouts, and writes its nodes. Which node a value has is known from
/// the piece before it.
///
/// At each place one piece at most is the text's, since no value begins with what a longer piece goes on with; so it
/// doesn't matter which is tried first.
struct LayoutFollower {
    typealias Pieces = Span<LayoutTree.Piece>
    typealias Marks = Span<LayoutTree.Mark>

    /// What was found.
    struct Result {
        /// The number of the text's layout; 0 where it has none of these, and then the nodes mean nothing.
        var layout = 0
        /// How many nodes it has.
        var nodes = 0
        /// Whether a string holds an escape for half of a surrogate pair.
        var surrogates = false
    }

    private let text: TextBytes
    private let nodes: NodeRoom

    /// - Parameter nodes: With room for those of every layout.
    init(_ text: TextBytes, _ nodes: NodeRoom) {
        self.text = text
        self.nodes = nodes
    }

    /// Follows the text from piece to piece.
    ///
    /// - Parameters:
    ///   - first: The first piece that it can begin with, -1 for none.
    ///   - pieces: The tree's pieces.
    ///   - marks: What their nodes are.
    func follow(from first: Int32, _ pieces: Pieces, _ marks: Marks, _ guesses: inout LayoutGuesses) -> Result {
        var offset = 0
        var surrogates = false
        var place = first
        while place >= 0 {
            var here = Int(place)
            if pieces[here].other >= 0 { here = guess(here, pieces, at: offset, guesses) }
            var end = take(here, pieces, marks, at: offset, &surrogates)
            if end < 0 {
                (here, end) = takeAny(Int(place), pieces, marks, at: offset, &guesses, &surrogates)
                if end < 0 { return Result() }
            }
            let number = pieces[here].number
            if number != 0 { return Result(layout: number, nodes: Int(pieces[here].node), surrogates: surrogates) }
            offset = end
            place = pieces[here].next
        }
        return Result()
    }

    /// The piece that is likely at a place where there are several.
    @inline(never)
    private func guess(_ place: Int, _ pieces: Pieces, at offset: Int, _ guesses: LayoutGuesses) -> Int {
        guard let word = text.word(at: offset) else { return place }
        let guess = guesses.piece(after: pieces[place].parent, before: word)
        return guess >= 0 ? guess : place
    }

    /// Takes the piece of a place that stands at an offset, with the value behind it.
    ///
    /// - Returns: The piece, and the offset after the value; -1 where there is none.
    @inline(never)
    private func takeAny(
        _ place: Int, _ pieces: Pieces, _ marks: Marks, at offset: Int, _ guesses: inout LayoutGuesses,
        _ surrogates: inout Bool
    ) -> (piece: Int, end: Int) {
        var here = place
        while here >= 0 {
            let end = take(here, pieces, marks, at: offset, &surrogates)
            if end >= 0 {
                if let word = text.word(at: offset) {
                    guesses.keep(here, after: pieces[here].parent, before: word)
                }
                return (here, end)
            }
            here = Int(pieces[here].other)
        }
        return (-1, -1)
    }

    /// Takes a piece, and the value behind it unless it is a last one.
    ///
    /// - Returns: The offset after that; -1 where they don't stand there, and then what was written means nothing.
    @inline(__always)
    private func take(
        _ piece: Int, _ pieces: Pieces, _ marks: Marks, at offset: Int, _ surrogates: inout Bool
    ) -> Int {
        guard text.holds(pieces[piece], at: offset) else { return -1 }
        let value = offset &+ pieces[piece].count
        let node = Int(pieces[piece].node)
        switch pieces[piece].shape {
        case .name:
            nodes.put(.string, offset &+ 1, value &- 1, at: node &- 1)
        case .first:
            // Its end is not known yet.
            nodes.put(.object, 0, 0, at: 0)
            nodes.put(.string, 1, value &- 1, at: 1)
        case .last:
            let (first, _) = pieces[piece].marks
            guard case .close(var object, _) = marks[Int(first)], value == text.count else { return -1 }
            object.end = UInt32(truncatingIfNeeded: value)
            nodes.close(object, at: 0)
            return value
        case .other:
            let (first, last) = pieces[piece].marks
            write(marks, Int(first)..<Int(last), at: offset)
            if pieces[piece].number != 0 { return value == text.count ? value : -1 }
        }
        return value < text.count ? takeValue(at: value, node, &surrogates) : -1
    }

    /// Takes a value that has nothing below it.
    ///
    /// - Returns: The offset after it; -1 where there is none.
    @inline(__always)
    private func takeValue(at start: Int, _ node: Int, _ surrogates: inout Bool) -> Int {
        // Mostly a string is plain, and a number a whole one.
        let lead = text[start]
        if lead == UInt8(ascii: "\"") {
            let end = text.endOfPlainText(from: start &+ 1)
            if end < text.count && text[end] == UInt8(ascii: "\"") {
                nodes.put(.string, start, end &+ 1, at: node)
                return end &+ 1
            }
        } else if lead &- 0x31 < 9 {
            let end = text.endOfDigits(from: start &+ 1)
            if end < text.count && text[end] != UInt8(ascii: ".") && text[end] | 0x20 != UInt8(ascii: "e") {
                nodes.put(.number, start, end, at: node)
                return end
            }
        }
        return takeOther(at: start, node, &surrogates)
    }

    @inline(never)
    private func takeOther(at start: Int, _ node: Int, _ surrogates: inout Bool) -> Int {
        guard let leaf = try? JSONScanner(text, maximumDepth: 1).leaf(at: start) else { return -1 }
        nodes.put(leaf.kind, start, leaf.end, escapes: leaf.escapes, at: node)
        if leaf.surrogates { surrogates = true }
        return leaf.end
    }

    /// Writes the nodes that some marks say.
    @inline(never)
    private func write(_ marks: Marks, _ range: Range<Int>, at offset: Int) {
        let offset = UInt32(truncatingIfNeeded: offset)
        for index in range {
            switch marks[index] {
            case .whole(var node, let place):
                node.start &+= offset
                node.end &+= offset
                nodes.put(node, at: Int(place))
            case .open(var node, let place):
                node.start &+= offset
                nodes.put(node, at: Int(place))
            case .close(var node, let place):
                node.end &+= offset
                nodes.close(node, at: Int(place))
            }
        }
    }
}

/// Which piece of a layout stood after another one and before some bytes the last time, for places where several can.
struct LayoutGuesses: Sendable {
    private static let bits = 10

    /// An index of the piece before it, plus one, and its own.
    private var pieces: [(parent: Int32, piece: Int32)] = []

    private static func place(_ parent: Int32, _ word: UInt64) -> Int {
        let hash = (word ^ UInt64(truncatingIfNeeded: parent) &* 0x9E37_79B9_7F4A_7C15) &* 0xC2B2_AE3D_27D4_EB4F
        return Int(truncatingIfNeeded: hash &>> UInt64(64 - bits))
    }

    /// The piece that is likely, -1 for none.
    ///
    /// - Parameters:
    ///   - parent: The index of the piece before it, -1 for none.
    ///   - word: The eight bytes that it begins with.
    func piece(after parent: Int32, before word: UInt64) -> Int {
        guard !pieces.isEmpty else { return -1 }
        let guess = pieces[Self.place(parent, word)]
        return guess.parent == parent &+ 1 ? Int(guess.piece) : -1
    }

    /// Keeps a piece in mind.
    mutating func keep(_ piece: Int, after parent: Int32, before word: UInt64) {
        if pieces.isEmpty { pieces = Array(repeating: (0, -1), count: 1 << Self.bits) }
        pieces[Self.place(parent, word)] = (parent &+ 1, Int32(piece))
    }
}
