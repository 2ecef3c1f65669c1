extension JSONTape {
    /// The value of an object's member; of members with the same name, the last one's.
    ///
    /// - Returns: The value's node, or nil where there is no such member or the node is no object.
    /// - Complexity: O(members).
    @inlinable
    public func member(_ name: Span<UInt8>, of object: Int, in bytes: Span<UInt8>) -> Int? {
        guard kind(object) == .object else { return nil }
        var found: Int?
        var here = object &+ 1
        let end = next(object)
        while here < end {
            if equals(here, name, in: bytes) { found = here &+ 1 }
            here = next(here &+ 1)
        }
        return found
    }

    /// The value of an object's member; of members with the same name, the last one's.
    @inlinable
    public func member(_ name: [UInt8], of object: Int, in bytes: Span<UInt8>) -> Int? {
        member(name.span, of: object, in: bytes)
    }

    /// The value of an object's member; of members with the same name, the last one's.
    @inlinable
    public func member(_ name: StaticString, of object: Int, in bytes: Span<UInt8>) -> Int? {
        name.withBytes { member($0, of: object, in: bytes) }
    }

    /// Whether any object below a node, at any depth, has two members with one name.
    ///
    /// - Complexity: O(nodes); objects of more than eight members are checked by hash.
    @inlinable
    public func hasDuplicates(below root: Int, in bytes: Span<UInt8>) -> Bool {
        crowds > 0 && findsDuplicates(below: root, in: bytes)
    }

    @usableFromInline
    func findsDuplicates(below root: Int, in bytes: Span<UInt8>) -> Bool {
        var node = root
        let end = next(root)
        var left = crowds
        while left > 0 && node < end {
            if kind(node) == .object && childCount(node) > 1 {
                if hasDuplicates(ofObject: node, in: bytes) { return true }
                left -= 1
            }
            node += 1
        }
        return false
    }

    /// The names, at any depth below a node, that stood in their object before.
    public func duplicates(below root: Int, in bytes: Span<UInt8>) -> [Int] {
        var duplicates: [Int] = []
        for node in root..<next(root) where kind(node) == .object && childCount(node) > 1 {
            var seen = Set<[UInt8]>(minimumCapacity: childCount(node))
            var name = node + 1
            while name < next(node) {
                var unescaped: [UInt8] = []
                appendUnescaped(name, in: bytes, to: &unescaped)
                if !seen.insert(unescaped).inserted { duplicates.append(name) }
                name = next(name + 1)
            }
        }
        return duplicates.sorted()
    }

    private func hasDuplicates(ofObject object: Int, in bytes: Span<UInt8>) -> Bool {
        let end = next(object)
        guard childCount(object) <= 8 else {
            var seen = Set<UInt64>(minimumCapacity: childCount(object))
            var name = object + 1
            while name < end {
                // Equal names have equal hashes; others hardly ever, and then the names themselves decide.
                if !seen.insert(nameHash(name, in: bytes)).inserted {
                    return !duplicates(below: object, in: bytes).isEmpty
                }
                name = next(name + 1)
            }
            return false
        }
        // Names whose marks differ are different.
        var marks = InlineArray<8, UInt64>(repeating: 0)
        var count = 0
        var name = object + 1
        while name < end {
            if hasEscapes(name) { return !duplicates(below: object, in: bytes).isEmpty }
            let start = start(name) &+ 1
            let length = self.end(name) &- 1 &- start
            // Without its quote no name is as long as the text.
            let mark = bytes.word(from: start, count: length) ^ UInt64(truncatingIfNeeded: length) << 56
            for index in 0..<count where marks[index] == mark {
                if areEqual(name, index, of: object, in: bytes) { return true }
            }
            marks[count] = mark
            count += 1
            name = next(name + 1)
        }
        return false
    }

    /// Whether a name is equal to that of an object's member of a number.
    private func areEqual(_ name: Int, _ number: Int, of object: Int, in bytes: Span<UInt8>) -> Bool {
        var earlier = object + 1
        for _ in 0..<number { earlier = next(earlier + 1) }
        return equals(earlier, name, in: bytes)
    }

    /// A hash of an unescaped name (FNV-1a). Whoever picks names that collide only brings the exact check about.
    private func nameHash(_ name: Int, in bytes: Span<UInt8>) -> UInt64 {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        if hasEscapes(name) {
            var unescaped: [UInt8] = []
            appendUnescaped(name, in: bytes, to: &unescaped)
            for byte in unescaped { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
        } else {
            for offset in start(name) + 1..<end(name) - 1 { hash = (hash ^ UInt64(bytes[offset])) &* 0x100_0000_01B3 }
        }
        return hash
    }

    /// The JSON Pointer (RFC 6901) from one node down to another, with array indexes as they are.
    ///
    /// - Parameters:
    ///   - node: A value or a member's name; a name's pointer is its value's.
    ///   - root: Where the pointer begins; the tape's first node if left out.
    /// - Complexity: O(siblings on the way).
    public func pointer(to node: Int, from root: Int = 0, in bytes: Span<UInt8>) -> String {
        pointer(to: node, from: root, in: bytes) { String($0) }
    }

    /// The JSON Pointer from one node down to another, with every array index as `*`.
    public func generalPointer(to node: Int, from root: Int = 0, in bytes: Span<UInt8>) -> String {
        pointer(to: node, from: root, in: bytes) { _ in "*" }
    }

    private func pointer(
        to node: Int, from root: Int, in bytes: Span<UInt8>, index spelt: (Int) -> String
    ) -> String {
        var pointer = ""
        var here = root
        while here != node && node < next(here) {
            let isObject = kind(here) == .object
            var child = here + 1
            var index = 0
            while child < next(here) {
                let value = isObject ? child + 1 : child
                if node < next(value) {
                    pointer += "/"
                    pointer += isObject ? JSONPointer.escaped(string(child, in: bytes)) : spelt(index)
                    here = value
                    break
                }
                child = next(value)
                index += 1
            }
            if isObject && node == child { break }
        }
        return pointer
    }
}
