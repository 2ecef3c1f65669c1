import JSONText

/// Names in the order in which they come, each with its number.
///
/// A dictionary or set of byte arrays would do the same. But the first one of its kind makes the run-time look for the
/// key's conformance in every library of the process, and that takes longer than to read a whole schema.
package struct NameIndex: Sendable {
    /// The names by number.
    private(set) var names: [[UInt8]] = []
    /// The names' hashes by number; empty as long as the names are few.
    private var hashes: [UInt64] = []
    /// The numbers by hash, -1 for an empty place; at most half of the places are taken.
    private var places: [Int32] = []

    /// So many names are compared one by one sooner than they are hashed.
    private static let mostUnhashed = 8

    package init() {}

    /// How many names there are.
    package var count: Int { names.count }

    /// The number of a name, or nil where it hasn't come yet.
    package func number(of name: [UInt8]) -> Int? {
        if hashes.isEmpty {
            for number in names.indices where names[number] == name { return number }
            return nil
        }
        let found = Int(places[place(of: name, Self.hash(name))])
        return found < 0 ? nil : found
    }

    package func contains(_ name: [UInt8]) -> Bool { number(of: name) != nil }

    /// Takes a name.
    ///
    /// - Returns: Its number, and whether it is the first of its kind.
    @discardableResult
    package mutating func insert(_ name: [UInt8]) -> (number: Int, isNew: Bool) {
        if names.count < Self.mostUnhashed {
            if let known = number(of: name) { return (known, false) }
            names.append(name)
            return (names.count - 1, true)
        }
        if names.count * 2 >= places.count { grow() }
        let hash = Self.hash(name)
        let place = place(of: name, hash)
        if places[place] >= 0 { return (Int(places[place]), false) }
        places[place] = Int32(names.count)
        names.append(name)
        hashes.append(hash)
        return (names.count - 1, true)
    }

    /// Where a name is, or where it would go.
    private func place(of name: [UInt8], _ hash: UInt64) -> Int {
        let mask = UInt64(places.count - 1)
        var place = Int(hash & mask)
        while places[place] >= 0 {
            let number = Int(places[place])
            if hashes[number] == hash && names[number] == name { break }
            place = Int(UInt64(place + 1) & mask)
        }
        return place
    }

    private mutating func grow() {
        if hashes.isEmpty { hashes = names.map(Self.hash) }
        let size = max(32, places.count * 2)
        places = Array(repeating: -1, count: size)
        for (number, hash) in hashes.enumerated() {
            var place = Int(hash & UInt64(size - 1))
            while places[place] >= 0 { place = (place + 1) & (size - 1) }
            places[place] = Int32(number)
        }
    }

    private static func hash(_ name: [UInt8]) -> UInt64 {
        var hash = UInt64(truncatingIfNeeded: name.count)
        var start = 0
        while start < name.count {
            hash = (hash ^ name.span.word(from: start, count: name.count - start)) &* 0x9E37_79B9_7F4A_7C15
            hash ^= hash >> 29
            start += 8
        }
        return hash
    }
}

/// Numbers in the order in which they come, each with its place in it; like `NameIndex`.
package struct NumberIndex: Sendable {
    private var keys: [UInt64] = []
    /// The places in the order by hash, -1 for an empty one; at most half of them are taken.
    private var places: [Int32] = []

    package init() {}

    /// Where a number comes in the order; nil where it hasn't come yet.
    package func place(of key: UInt64) -> Int? {
        if places.isEmpty { return nil }
        let found = Int(places[slot(of: key)])
        return found < 0 ? nil : found
    }

    /// Takes a number.
    ///
    /// - Returns: Its place in the order, and whether it is new.
    package mutating func insert(_ key: UInt64) -> (place: Int, isNew: Bool) {
        if keys.count * 2 >= places.count { grow() }
        let slot = slot(of: key)
        if places[slot] >= 0 { return (Int(places[slot]), false) }
        places[slot] = Int32(keys.count)
        keys.append(key)
        return (keys.count - 1, true)
    }

    private func slot(of key: UInt64) -> Int {
        let mask = places.count - 1
        var slot = Self.hash(key) & mask
        while places[slot] >= 0 && keys[Int(places[slot])] != key { slot = (slot + 1) & mask }
        return slot
    }

    private mutating func grow() {
        places = Array(repeating: -1, count: max(32, places.count * 2))
        for (place, key) in keys.enumerated() { places[slot(of: key)] = Int32(place) }
    }

    private static func hash(_ key: UInt64) -> Int {
        var hash = key &* 0x9E37_79B9_7F4A_7C15
        hash ^= hash >> 32
        return Int(truncatingIfNeeded: hash & 0x7FFF_FFFF_FFFF_FFFF)
    }
}
