import JSONText

/// Finds names by their length and their first eight bytes.
enum NameLookup {
    /// The place where a name's search begins, before it is masked.
    @inline(__always)
    static func hash(_ word: UInt64, _ count: Int) -> UInt64 {
        let mixed = (word ^ UInt64(truncatingIfNeeded: count)) &* 0x9E37_79B9_7F4A_7C15
        return mixed >> 32
    }

    /// Whether the bytes of two names from the ninth on are equal.
    @inline(__always)
    static func equalTails(_ bytes: Span<UInt8>, from start: Int, _ text: [UInt8], from textStart: Int, count: Int)
        -> Bool
    {
        var index = 8
        while index &+ 8 <= count {
            if bytes.word(from: start &+ index, count: 8) != text.span.word(from: textStart &+ index, count: 8) {
                return false
            }
            index &+= 8
        }
        // The last eight bytes, of which some were compared already: a name that has a tail is longer than that.
        if index < count {
            let last = count &- 8
            return bytes.word(from: start &+ last, count: 8) == text.span.word(from: textStart &+ last, count: 8)
        }
        return true
    }
}

extension PlanTables {
    /// Lays the entries of an object out by hash, at most half full.
    mutating func index(_ object: inout ObjectPlan) {
        var size = 4
        while size < Int(object.entryCount) * 2 { size *= 2 }
        object.slotStart = Int32(slots.count)
        object.slotMask = UInt64(size - 1)
        slots.append(contentsOf: repeatElement(-1, count: size))
        for number in 0..<object.entryCount {
            let entry = entries[Int(object.entryStart + number)]
            var place = NameLookup.hash(entry.word, Int(entry.length)) & object.slotMask
            while slots[Int(object.slotStart) + Int(place)] >= 0 { place = (place + 1) & object.slotMask }
            slots[Int(object.slotStart) + Int(place)] = number
        }
    }

    /// The entry of a name, counted from the object's first, -1 where the object's schemas don't name it.
    @inline(__always)
    func entry(_ object: ObjectPlan, _ bytes: Span<UInt8>, from start: Int, count: Int) -> Int {
        let word = bytes.word(from: start, count: count)
        var place = NameLookup.hash(word, count) & object.slotMask
        while true {
            let number = Int(slots[Int(object.slotStart) &+ Int(truncatingIfNeeded: place)])
            if number < 0 { return -1 }
            let candidate = Int(object.entryStart) &+ number
            if entries[candidate].word == word && Int(entries[candidate].length) == count {
                if count <= 8 { return number }
                if NameLookup.equalTails(bytes, from: start, text, from: Int(entries[candidate].text), count: count) {
                    return number
                }
            }
            place = (place &+ 1) & object.slotMask
        }
    }
}
