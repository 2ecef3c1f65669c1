extension JSONTape {
    /// Scans one JSON text as `scan(_:)` does, and does so faster where it is laid out as an earlier one was.
    ///
    /// - Parameters:
    ///   - bytes: The whole text.
    ///   - layouts: What the text may look like. They learn from each text that looks different.
    /// - Throws: The first error, with its offset. The tape is empty then.
    public mutating func scan(_ bytes: Span<UInt8>, expecting layouts: inout LayoutTree) throws(JSONError) {
        if layouts.first >= 0, let text = TextBytes(bytes), text.count < Int(UInt32.max) {
            var surrogates = false
            let layout = rewrite { nodes in layouts.follow(text, &nodes, &surrogates) }
            if layout != 0 {
                layouts.countFollower()
                follow(layout, surrogates)
                return
            }
        }
        try scan(bytes)
        layouts.learn(self, in: bytes)
    }
}

extension LayoutTree {
    /// Follows a text from piece to piece, and writes its nodes.
    ///
    /// - Parameter surrogates: Set where a string holds an escape for half of a surrogate pair.
    /// - Returns: The number of its layout; 0 where it has none of these, and then the nodes mean nothing.
    fileprivate func follow(_ text: TextBytes, _ nodes: inout NodeWriter, _ surrogates: inout Bool) -> Int {
        let scanner = JSONScanner(text, maximumDepth: 1)
        let pieces = pieces.span
        // No text that was learnt has more.
        nodes.reserve(Self.mostNodes)
        var offset = 0
        var here = first
        while here >= 0 {
            let piece = pieces[Int(here)]
            guard text.holds(piece, at: offset) else {
                here = piece.other
                continue
            }
            let value = offset &+ piece.count
            if piece.number != 0 && value == text.count {
                write(piece.nodes, offset, value, &nodes)
                return piece.number
            }
            let count = nodes.count
            if piece.number == 0 && value < text.count {
                write(piece.nodes, offset, value, &nodes)
                // Mostly a string is plain, and a number a whole one.
                let lead = text[value]
                if lead == UInt8(ascii: "\"") {
                    let end = text.endOfPlainText(from: value &+ 1)
                    if end < text.count && text[end] == UInt8(ascii: "\"") {
                        offset = end &+ 1
                        nodes.put(.string, value, offset)
                        here = piece.next
                        continue
                    }
                } else if lead &- 0x31 < 9 {
                    let end = text.endOfDigits(from: value &+ 1)
                    if end < text.count && text[end] == UInt8(ascii: ",") {
                        offset = end
                        nodes.put(.number, value, offset)
                        here = piece.next
                        continue
                    }
                }
                if let end = try? scanner.leaf(at: value, &nodes, &surrogates) {
                    offset = end
                    here = piece.next
                    continue
                }
                nodes.cut(to: count)
            }
            here = piece.other
        }
        return 0
    }

    /// Writes the nodes of a piece.
    @inline(__always)
    private func write(_ piece: Nodes, _ start: Int, _ end: Int, _ nodes: inout NodeWriter) {
        switch piece {
        case .name:
            nodes.put(.string, start &+ 1, end &- 1)
        case .first:
            nodes.open(.object, at: 0, parent: 0)
            nodes.put(.string, 1, end &- 1)
        case .last(let tag):
            _ = nodes.close(0, tag: tag, at: end)
        case .marks(let first, let last):
            write(first..<last, at: start, &nodes)
        }
    }

    @inline(never)
    private func write(_ marks: Range<Int32>, at offset: Int, _ nodes: inout NodeWriter) {
        for index in marks {
            switch self.marks[Int(index)] {
            case .name(let start, let end): nodes.append(.string, offset &+ Int(start), offset &+ Int(end))
            case .open(let kind, let start): nodes.open(kind, at: offset &+ Int(start), parent: 0)
            case .close(let node, let tag, let end): _ = nodes.close(Int(node), tag: tag, at: offset &+ Int(end))
            case .empty(let kind, let start, let end): nodes.append(kind, offset &+ Int(start), offset &+ Int(end))
            }
        }
    }
}
