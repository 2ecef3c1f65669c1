/// From changes to the pieces that the result consists of: one walk over the tape, with frames in place of recursion.
extension JSONEdit {
    /// The pieces of the whole edited text.
    mutating func resolve(on tape: JSONTape, length: Int) throws(JSONEditError) -> Range<Int> {
        try check(on: tape)
        let start = pieces.count
        cursor = 0
        try write(0, on: tape, from: start)
        flush(to: length, from: start)
        return start..<pieces.count
    }

    /// The pieces of one value as the operations so far left it.
    mutating func resolve(_ value: Int, on tape: JSONTape) throws(JSONEditError) -> Range<Int> {
        let start = pieces.count
        cursor = tape.start(value)
        try write(value, on: tape, from: start)
        flush(to: tape.end(value), from: start)
        return start..<pieces.count
    }

    /// Writes a value up to some offset in it that is behind its last change.
    private mutating func write(_ value: Int, on tape: JSONTape, from start: Int) throws(JSONEditError) {
        // More containers in each other than there are: members were moved into each other.
        let limit = tape.count + changes.count
        frames.removeAll(keepingCapacity: true)
        if let frame = visit(value, nextChange: value, on: tape, from: start) { frames.append(frame) }
        while var frame = frames.popLast() {
            guard frames.count <= limit else {
                pieces.removeSubrange(start...)
                throw JSONEditError(.intoItself, at: tape.start(value))
            }
            if !frame.isWritingAdditions {
                if writeChildren(of: &frame, on: tape, from: start) { continue }
                beginAdditions(&frame, on: tape, from: start)
            }
            if writeAdditions(of: &frame, on: tape, from: start) { continue }
            close(frame, on: tape, from: start)
        }
    }

    /// Begins a value that stands where it did or was moved.
    ///
    /// - Returns: The frame in which it goes on, nil where all its changes are written.
    private mutating func visit(
        _ value: Int, nextChange first: Int, on tape: JSONTape, from start: Int
    ) -> Frame? {
        let end = tape.next(value)
        guard nextChange(from: first, below: end) < end else { return nil }
        let slot = value < slots.count ? Int(slots[value]) - 1 : -1
        if slot >= 0 && changes[slot].isReplaced {
            flush(to: tape.start(value), from: start)
            for piece in changes[slot].replacement { emit(pieces[piece], from: start) }
            cursor = tape.end(value)
            return nil
        }
        let kind = tape.kind(value)
        guard kind == .object || kind == .array else { return nil }
        return Frame(
            container: value, child: value + 1, end: end, nextChange: nextChange(from: value + 1, below: end),
            addition: slot >= 0 ? changes[slot].firstAddition : -1)
    }

    /// Writes the members or elements that are still at their place.
    ///
    /// - Returns: Whether one of them goes on in a new frame; then this one waits below it.
    private mutating func writeChildren(of frame: inout Frame, on tape: JSONTape, from start: Int) -> Bool {
        guard frame.container >= 0 else { return false }
        let isObject = tape.kind(frame.container) == .object
        while frame.child < frame.end {
            let child = frame.child
            let value = isObject ? child + 1 : child
            let next = tape.next(value)
            frame.child = next
            if frame.nextChange <= child { frame.nextChange = nextChange(from: child, below: frame.end) }
            if frame.nextChange >= next {
                keep(child, in: &frame, on: tape, from: start)
                frame.kept = tape.end(value)
                // Only what was put behind the last child still asks for it.
                if frame.nextChange >= frame.end && frame.addition < 0 { frame.child = frame.end }
                continue
            }
            let slot = Int(slots[child]) - 1
            if slot >= 0 && changes[slot].isAway {
                frame.skipped = tape.end(value)
                frame.nextChange = next
                continue
            }
            keep(child, in: &frame, on: tape, from: start)
            frame.kept = tape.end(value)
            if slot >= 0 && !changes[slot].name.isEmpty {
                flush(to: tape.start(child), from: start)
                emitOwn(changes[slot].name.lowerBound + 1..<changes[slot].name.upperBound - 1, from: start)
                cursor = tape.end(child)
            }
            if let new = visit(value, nextChange: max(value, frame.nextChange), on: tape, from: start) {
                frames.append(frame)
                frames.append(new)
                return true
            }
        }
        return false
    }

    /// Leaves out what was removed before a child that stays.
    private mutating func keep(_ child: Int, in frame: inout Frame, on tape: JSONTape, from start: Int) {
        guard frame.skipped >= 0 else { return }
        if frame.kept >= 0 {
            flush(to: frame.kept, from: start)
            cursor = frame.skipped
        } else {
            flush(to: tape.start(frame.container + 1), from: start)
            cursor = tape.start(child)
        }
        frame.skipped = -1
    }

    /// Leaves out what was removed last and goes to where additions belong.
    private mutating func beginAdditions(_ frame: inout Frame, on tape: JSONTape, from start: Int) {
        frame.isWritingAdditions = true
        if frame.container < 0 { return emitOwn(0..<1, from: start) }
        frame.needsComma = frame.kept >= 0
        if frame.skipped >= 0 {
            flush(to: frame.kept >= 0 ? frame.kept : tape.start(frame.container + 1), from: start)
            cursor = frame.skipped
        } else if frame.addition >= 0 {
            flush(to: frame.kept >= 0 ? frame.kept : tape.start(frame.container) + 1, from: start)
        }
    }

    /// Writes what was put into the object or array.
    ///
    /// - Returns: Whether something goes on in a new frame; then this one waits below it.
    private mutating func writeAdditions(of frame: inout Frame, on tape: JSONTape, from start: Int) -> Bool {
        while frame.addition >= 0 {
            let addition = additions[frame.addition]
            frame.addition = addition.next
            if addition.isDropped { continue }
            emitOwn(addition.name.lowerBound + (frame.needsComma ? 0 : 1)..<addition.name.upperBound, from: start)
            frame.needsComma = true
            switch addition.content {
            case .pieces(let content):
                for piece in content { emit(pieces[piece], from: start) }
            case .object(let change):
                frames.append(frame)
                frames.append(
                    Frame(
                        container: -1, child: 0, end: 0, nextChange: 0, addition: changes[change].firstAddition))
                return true
            case .member(let name):
                let value = name + 1
                let resume = cursor
                cursor = tape.start(value)
                if var new = visit(value, nextChange: value, on: tape, from: start) {
                    new.resume = resume
                    frames.append(frame)
                    frames.append(new)
                    return true
                }
                flush(to: tape.end(value), from: start)
                cursor = resume
            }
        }
        return false
    }

    private mutating func close(_ frame: Frame, on tape: JSONTape, from start: Int) {
        if frame.container < 0 { return emitOwn(1..<2, from: start) }
        if frame.resume >= 0 {
            flush(to: tape.end(frame.container), from: start)
            cursor = frame.resume
        } else if let around = frames.indices.last, frames[around].container >= 0 {
            // All changes in here are behind us. A frame that is past its children no longer asks.
            frames[around].nextChange = max(frames[around].nextChange, frame.nextChange)
        }
    }

    /// Copies the scanned text up to an offset.
    private mutating func flush(to offset: Int, from start: Int) {
        guard cursor < offset else { return }
        emit(Piece(start: cursor, end: offset, isOwn: false), from: start)
        cursor = offset
    }

    private mutating func emitOwn(_ range: Range<Int>, from start: Int) {
        emit(Piece(start: range.lowerBound, end: range.upperBound, isOwn: true), from: start)
    }

    /// Appends a piece, or lets the last one of the result grow.
    private mutating func emit(_ piece: Piece, from start: Int) {
        guard piece.start < piece.end else { return }
        let last = pieces.count - 1
        if last >= start && pieces[last].isOwn == piece.isOwn && pieces[last].end == piece.start {
            pieces[last].end = piece.end
        } else {
            pieces.append(piece)
        }
    }
}
