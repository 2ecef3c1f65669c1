import JSONText

/// Writes the file of a draft.
struct DraftWriter {
    /// What a draft was made from, and what it can't hold, in payloads.
    struct Notes {
        let payloads: Int
        let types: Int
        /// Of types beyond what a draft holds.
        let beyond: Int
        let undefinable: Int
        let retired: Int
    }

    private var writer = JSONWriter(pretty: true)
    private let version: RegistryVersion

    /// - Parameter version: The version that the draft adds to.
    init(_ version: RegistryVersion) {
        self.version = version
    }

    /// The file's text.
    mutating func finish() -> [UInt8] {
        writer.newline()
        return writer.bytes
    }

    // MARK: The file

    /// Writes a new registry's first version.
    mutating func writeNew(
        _ name: String, extending extended: String, _ notes: Notes,
        _ named: [(sketch: DraftSketch.Sketch, name: String)]
    ) {
        writer.beginObject()
        member("registry", name)
        writer.name("version")
        writer.integer(1)
        write(notes)
        writer.name("extends")
        writer.raw(Array("[".utf8) + Self.quoted(extended) + Array("]".utf8))
        writer.name("contents")
        writer.beginArray()
        for (sketch, name) in named { write(sketch, name: name) }
        writer.endArray()
        writer.endObject()
    }

    /// Writes the version after a file's.
    mutating func writeNext(
        of file: RegistryFile, version: Int, _ notes: Notes,
        _ named: [(sketch: DraftSketch.Sketch, name: String)]
    ) {
        writer.beginObject()
        for (name, value) in file.value.members {
            switch name {
            // Exemptions belong to the version that they stand in; what an earlier draft noted is over.
            case "exempt", "x-draft":
                continue
            case "version":
                writer.name(name)
                writer.integer(version)
                write(notes)
            case "contents":
                writer.name(name)
                writer.beginArray()
                for content in value.elements { writer.copy(content, leavingOut: "upgrade") }
                for (sketch, name) in named { write(sketch, name: name) }
                writer.endArray()
            default:
                writer.name(name)
                writer.copy(value)
            }
        }
        writer.endObject()
    }

    /// Says what the draft was made from, and what it can't hold.
    private mutating func write(_ notes: Notes) {
        writer.name("x-draft")
        writer.beginObject()
        count("payloads", notes.payloads)
        count("types", notes.types)
        if notes.beyond > 0 { count("payloadsOfTypesLeftOut", notes.beyond) }
        if notes.undefinable > 0 { count("payloadsOfTypesThatCantBeDefined", notes.undefinable) }
        if notes.retired > 0 { count("payloadsOfRetiredTypes", notes.retired) }
        writer.endObject()
    }

    // MARK: A definition

    private mutating func write(_ sketch: DraftSketch.Sketch, name: String) {
        let tree = sketch.tree
        let members = tree.places[0].members.map { tree.places[$0] }
        let shared = members.filter { isCommon($0.name) }
        writer.beginObject()
        writer.name("type")
        switch sketch.type {
        case .number(let number): writer.integer(number)
        case .string(let string): writer.string(string)
        }
        member("name", name)
        writer.name("x-seen")
        writer.beginObject()
        count("records", sketch.seen.records)
        if sketch.seen.nested > 0 { count("nested", sketch.seen.nested) }
        if sketch.seen.carriers > 0 { count("carriers", sketch.seen.carriers) }
        writer.endObject()
        if !shared.isEmpty {
            // Declared for every payload, and so not here once more.
            writer.name("x-common")
            writer.beginObject()
            for member in shared { count(Self.text(member.name), member.sketch.kinds.total) }
            writer.endObject()
        }
        if tree.isCut {
            member(
                "x-cut",
                "too many, too deep or too long named members: only the first \(DraftLimits.members) down to level "
                    + "\(DraftLimits.depth) are here")
        }
        writer.name("schema")
        write(place: 0, of: tree, seen: false)
        member("digest", DigestGuess.template(name: name, tree))
        member("x-digest", "a guess")
        writer.endObject()
    }

    /// Whether a member of payloads is declared for all of them.
    private func isCommon(_ name: [UInt8]) -> Bool {
        version.parts.contains { part in
            guard let common = part.common else { return false }
            return DeclaredMembers(file: part).declares([Self.text(name)], in: common)
        }
    }

    // MARK: A schema

    private mutating func write(place index: Int, of tree: SketchTree, seen isSeenWritten: Bool = true) {
        let place = tree.places[index]
        let sketch = place.sketch
        writer.beginObject()
        writer.name("type")
        let types = sketch.kinds.types
        if types.count == 1 { writer.string(types[0].name) } else { inline(types.map { Self.quoted($0.name) }) }
        if isSeenWritten {
            writer.name("x-seen")
            writer.integer(sketch.kinds.total)
        }
        if types.count > 1 {
            writer.name("x-types")
            writer.beginObject()
            for (name, number) in types { count(name, number) }
            writer.endObject()
        }
        writeValueNotes(sketch)
        let members = place.members.filter { index != 0 || !isCommon(tree.places[$0].name) }
        if !members.isEmpty {
            writer.name("properties")
            writer.beginObject()
            for member in members {
                writer.name(Self.text(tree.places[member].name))
                write(place: member, of: tree)
            }
            writer.endObject()
            let required = members.filter { tree.places[$0].sketch.kinds.total == sketch.kinds.objects }
            if !required.isEmpty {
                writer.name("required")
                writer.beginArray()
                for member in required { writer.string(Self.text(tree.places[member].name)) }
                writer.endArray()
            }
        }
        if place.elements >= 0 {
            writer.name("items")
            write(place: place.elements, of: tree)
        }
        writer.endObject()
    }

    private mutating func writeValueNotes(_ sketch: ValueSketch) {
        if !sketch.range.least.isEmpty && !sketch.range.isOpen {
            writer.name("x-range")
            inline([sketch.range.least, sketch.range.greatest])
        }
        if let lengths = sketch.lengths.bounds {
            writer.name("x-length")
            inline([lengths.lowerBound, lengths.upperBound].map { Array(String($0).utf8) })
        }
        if let items = sketch.items.bounds {
            writer.name("x-items")
            inline([items.lowerBound, items.upperBound].map { Array(String($0).utf8) })
        }
        if sketch.suggestsEnumeration {
            writer.name("x-enum")
            inline(sketch.candidates.values)
        }
    }

    // MARK: Small parts

    private mutating func member(_ name: String, _ value: String) {
        writer.name(name)
        writer.string(value)
    }

    private mutating func count(_ name: String, _ count: Int) {
        writer.name(name)
        writer.integer(count)
    }

    /// Writes an array in one line.
    private mutating func inline(_ elements: [[UInt8]]) {
        writer.raw(Array("[".utf8) + elements.joined(separator: Array(", ".utf8)) + Array("]".utf8))
    }

    private static func quoted(_ text: String) -> [UInt8] {
        var bytes: [UInt8] = []
        JSONWriter.appendQuoted(text, to: &bytes)
        return bytes
    }

    private static func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
}

extension ValueSketch.Kinds {
    /// JSON Schema's names of the types that were seen, with how often. Whole numbers beside others are numbers.
    fileprivate var types: [(name: String, count: Int)] {
        let numbers = fractions > 0 ? integers + fractions : 0
        return [
            ("object", objects), ("array", arrays), ("string", strings), ("number", numbers),
            ("integer", fractions > 0 ? 0 : integers), ("boolean", booleans), ("null", nulls),
        ].filter { $0.1 > 0 }
    }
}

extension ValueSketch {
    /// Whether values repeat so much that they may be all that there are.
    fileprivate var suggestsEnumeration: Bool {
        !candidates.isOpen && !candidates.values.isEmpty && (kinds.strings == 0 || kinds.integers == 0)
            && kinds.strings + kinds.integers >= 10
            && kinds.strings + kinds.integers >= candidates.values.count * 3
    }
}
