import JSONText

/// Equality of JSON values by value: numbers exact, strings unescaped, members in any order, the last of duplicates.
enum ValueEquality {
    /// Whether two values of registries are equal.
    static func equal(_ left: JSONValue, _ right: JSONValue) -> Bool {
        let leftBytes = left.document.bytes
        let rightBytes = right.document.bytes
        return equal(
            left.node, left.document.tape, leftBytes.span, right.node, right.document.tape, rightBytes.span)
    }

    /// Whether two values are equal, each a node on a tape over its bytes.
    static func equal(
        _ left: Int, _ leftTape: JSONTape, _ leftBytes: Span<UInt8>, _ right: Int, _ rightTape: JSONTape,
        _ rightBytes: Span<UInt8>
    ) -> Bool {
        let kind = leftTape.kind(left)
        guard kind == rightTape.kind(right) else { return false }
        switch kind {
        case .null, .falseValue, .trueValue: return true
        case .number:
            return ExactDecimal.isEqual(
                leftBytes.extracting(leftTape.start(left)..<leftTape.end(left)),
                rightBytes.extracting(rightTape.start(right)..<rightTape.end(right)))
        case .string: return equalStrings(left, leftTape, leftBytes, right, rightTape, rightBytes)
        case .array:
            guard leftTape.childCount(left) == rightTape.childCount(right) else { return false }
            var leftElement = left + 1
            var rightElement = right + 1
            while leftElement < leftTape.next(left) {
                if !equal(leftElement, leftTape, leftBytes, rightElement, rightTape, rightBytes) { return false }
                leftElement = leftTape.next(leftElement)
                rightElement = rightTape.next(rightElement)
            }
            return true
        case .object:
            return equalObjects(left, leftTape, leftBytes, right, rightTape, rightBytes)
        }
    }

    private static func equalStrings(
        _ left: Int, _ leftTape: JSONTape, _ leftBytes: Span<UInt8>, _ right: Int, _ rightTape: JSONTape,
        _ rightBytes: Span<UInt8>
    ) -> Bool {
        if rightTape.hasEscapes(right) {
            var text: [UInt8] = []
            rightTape.appendUnescaped(right, in: rightBytes, to: &text)
            return leftTape.equals(left, text.span, in: leftBytes)
        }
        return leftTape.equals(
            left, rightBytes.extracting(rightTape.start(right) + 1..<rightTape.end(right) - 1), in: leftBytes)
    }

    private static func equalObjects(
        _ left: Int, _ leftTape: JSONTape, _ leftBytes: Span<UInt8>, _ right: Int, _ rightTape: JSONTape,
        _ rightBytes: Span<UInt8>
    ) -> Bool {
        let leftMembers = members(left, leftTape, leftBytes)
        let rightMembers = members(right, rightTape, rightBytes)
        guard leftMembers.count == rightMembers.count else { return false }
        for (name, value) in leftMembers {
            guard let other = rightMembers[name],
                equal(value, leftTape, leftBytes, other, rightTape, rightBytes)
            else { return false }
        }
        return true
    }

    private static func members(_ object: Int, _ tape: JSONTape, _ bytes: Span<UInt8>) -> [NameBytes: Int] {
        var members: [NameBytes: Int] = [:]
        var name = object + 1
        while name < tape.next(object) {
            var text: NameBytes = []
            tape.appendUnescaped(name, in: bytes, to: &text)
            members[text] = name + 1
            name = tape.next(name + 1)
        }
        return members
    }

    /// A hash that equal values share. The hasher's random seed keeps hostile payloads from aiming at collisions.
    static func hash(_ node: Int, _ tape: JSONTape, _ bytes: Span<UInt8>) -> Int {
        var hasher = Hasher()
        let kind = tape.kind(node)
        hasher.combine(kind.rawValue)
        switch kind {
        case .null, .falseValue, .trueValue: break
        case .number: ExactDecimal.hash(bytes.extracting(tape.start(node)..<tape.end(node)), into: &hasher)
        case .string:
            if tape.hasEscapes(node) {
                var text: [UInt8] = []
                tape.appendUnescaped(node, in: bytes, to: &text)
                text.withUnsafeBytes { hasher.combine(bytes: $0) }
            } else {
                // The buffer is exactly the string's text, whose range `extracting` checks, and is only read.
                bytes.extracting(tape.start(node) + 1..<tape.end(node) - 1).bytes.withUnsafeBytes {
                    hasher.combine(bytes: $0)
                }
            }
        case .array:
            var element = node + 1
            while element < tape.next(node) {
                hasher.combine(hash(element, tape, bytes))
                element = tape.next(element)
            }
        case .object:
            // A sum does not depend on the members' order.
            var sum = 0
            for (name, value) in members(node, tape, bytes) {
                var member = Hasher()
                member.combine(name)
                member.combine(hash(value, tape, bytes))
                sum = sum &+ member.finalize()
            }
            hasher.combine(sum)
        }
        return hasher.finalize()
    }

    /// The first element of an array that equals an earlier one, with that one.
    ///
    /// - Complexity: O(size of the array) on average.
    static func firstRepeated(
        in array: Int, _ tape: JSONTape, _ bytes: Span<UInt8>
    ) -> (earlier: Int, later: Int)? {
        let end = tape.next(array)
        if tape.childCount(array) <= 8 {
            var later = array + 1
            while later < end {
                var earlier = array + 1
                while earlier < later {
                    if equal(earlier, tape, bytes, later, tape, bytes) { return (earlier, later) }
                    earlier = tape.next(earlier)
                }
                later = tape.next(later)
            }
            return nil
        }
        var seen: [Int: [Int]] = [:]
        var element = array + 1
        while element < end {
            let hash = hash(element, tape, bytes)
            for earlier in seen[hash] ?? [] where equal(earlier, tape, bytes, element, tape, bytes) {
                return (earlier, element)
            }
            seen[hash, default: []].append(element)
            element = tape.next(element)
        }
        return nil
    }
}
