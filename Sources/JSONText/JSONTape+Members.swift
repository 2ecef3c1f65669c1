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

    /// The first name that comes a second time in its object, at any depth below a node.
    ///
    /// - Returns: The node of the repeated name, or nil where all names are unique within their objects.
    /// - Complexity: O(nodes); objects of more than eight members are checked by hash.
    public func firstDuplicate(below root: Int, in bytes: Span<UInt8>) -> Int? {
        var first: Int?
        var node = root
        let end = next(root)
        while node < end {
            if kind(node) == .object && childCount(node) > 1, let name = firstDuplicate(ofObject: node, in: bytes) {
                first = min(first ?? name, name)
            }
            node += 1
        }
        return first
    }

    private func firstDuplicate(ofObject object: Int, in bytes: Span<UInt8>) -> Int? {
        let end = next(object)
        guard childCount(object) <= 8 else { return firstDuplicateByHash(ofObject: object, in: bytes) }
        var name = next(object + 2)
        while name < end {
            let length = self.end(name) &- start(name)
            let isPlain = !hasEscapes(name)
            var earlier = object + 1
            while earlier < name {
                // Names without escapes can only be equal where their lengths are.
                if !isPlain || hasEscapes(earlier) || self.end(earlier) &- start(earlier) == length {
                    if equals(earlier, name, in: bytes) { return name }
                }
                earlier = next(earlier + 1)
            }
            name = next(name + 1)
        }
        return nil
    }

    private func firstDuplicateByHash(ofObject object: Int, in bytes: Span<UInt8>) -> Int? {
        var seen = Set<[UInt8]>(minimumCapacity: childCount(object))
        var name = object + 1
        let end = next(object)
        while name < end {
            var unescaped: [UInt8] = []
            appendUnescaped(name, in: bytes, to: &unescaped)
            if !seen.insert(unescaped).inserted { return name }
            name = next(name + 1)
        }
        return nil
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
