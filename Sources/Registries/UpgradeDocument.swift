import ContentSchema
import JSONText

/// A payload on its way to another version: its text, and the edits of the stage at hand, which all look at the text as
/// the stages before left it. It is reused from payload to payload.
struct UpgradeDocument {
    /// A value that a step is about, with the indexes that its path's `*` stand for.
    struct Place {
        let value: Int
        let indexes: [Int]
    }

    /// An object that a member can be put into, with the names of objects that have to be made on the way.
    private struct Opening {
        let object: Int
        let missing: ArraySlice<String>
    }

    /// The most nodes and bytes that are kept for the next text.
    private static let spareLimit = 1 << 16

    /// The text.
    private(set) var bytes: [UInt8] = []
    /// Where the text stands in a string, that string with its quotes.
    private(set) var literal: [UInt8]?
    /// Whether any stage changed the text.
    private(set) var isChanged = false
    private var tape = JSONTape()
    /// What texts are expected to look like.
    private var layouts = LayoutTree()
    private var edit = JSONEdit()
    /// Whether an edit was refused, which keeps the payload as it was.
    private var hasFailed = false

    /// Takes another text.
    ///
    /// - Returns: Whether it is a JSON object; otherwise there is nothing to do with it.
    mutating func begin(_ bytes: [UInt8], literal: [UInt8]?) -> Bool {
        self.bytes = bytes
        self.literal = literal
        isChanged = false
        hasFailed = false
        edit.shrink(toFit: Self.spareLimit)
        tape.shrink(toFit: Self.spareLimit)
        return (try? tape.scan(bytes.span, expecting: &layouts)) != nil && tape.kind(0) == .object
    }

    /// Carries out the edits of the stage at hand.
    ///
    /// - Returns: False where that is impossible, so that the payload has to stay as it was.
    mutating func endStage() -> Bool {
        guard !edit.isEmpty else { return !hasFailed }
        let text = bytes
        var result: [UInt8] = []
        do {
            if try edit.apply(to: text.span, on: tape, into: &result) {
                if let literal { self.literal = try EscapedText.edit(literal, by: &edit, on: tape, in: text.span) }
                try tape.scan(result.span, expecting: &layouts)
                bytes = result
                isChanged = true
            }
        } catch {
            hasFailed = true
        }
        edit.reset()
        return !hasFailed
    }

    // MARK: Looking

    /// The values that a path leads to.
    func places(of tokens: [String]) -> [Place] {
        var found: [Place] = []
        collect(tokens[...], from: 0, [], &found)
        return found
    }

    private func collect(_ tokens: ArraySlice<String>, from node: Int, _ indexes: [Int], _ found: inout [Place]) {
        guard let token = tokens.first else {
            found.append(Place(value: node, indexes: indexes))
            return
        }
        if token != "*" {
            if let value = member(token, of: node) { collect(tokens.dropFirst(), from: value, indexes, &found) }
            return
        }
        guard tape.kind(node) == .array else { return }
        var element = node + 1
        var index = 0
        while element < tape.next(node) {
            collect(tokens.dropFirst(), from: element, indexes + [index], &found)
            element = tape.next(element)
            index += 1
        }
    }

    /// The indexes of every place where a path's last member could be put.
    func openings(for tokens: [String]) -> [[Int]] {
        guard let last = tokens.lastIndex(of: "*") else { return [[]] }
        return places(of: Array(tokens[...last])).map(\.indexes)
    }

    /// What a path leads to where its `*` stand for these indexes; nil where nothing is there.
    private func find(_ tokens: ArraySlice<String>, _ indexes: [Int]) -> Int? {
        var node = 0
        var next = 0
        for token in tokens {
            guard let child = child(token, of: node, indexes, &next) else { return nil }
            node = child
        }
        return node
    }

    /// The member or element that a token leads to; `next` counts the indexes that were used.
    private func child(_ token: String, of node: Int, _ indexes: [Int], _ next: inout Int) -> Int? {
        guard token == "*" else { return member(token, of: node) }
        guard tape.kind(node) == .array, next < indexes.count, indexes[next] < tape.childCount(node) else { return nil }
        var element = node + 1
        for _ in 0..<indexes[next] { element = tape.next(element) }
        next += 1
        return element
    }

    private func member(_ name: String, of node: Int) -> Int? {
        tape.member(Array(name.utf8), of: node, in: bytes.span)
    }

    /// Whether there is anything at a place.
    func exists(_ tokens: [String], _ indexes: [Int]) -> Bool { find(tokens[...], indexes) != nil }

    /// The indexes on the way to a node.
    func indexes(to node: Int) -> [Int] {
        var indexes: [Int] = []
        var here = 0
        while here != node && node < tape.next(here) {
            let step = tape.kind(here) == .object ? 1 : 0
            var child = here + 1
            var index = 0
            while child < tape.next(here) {
                let value = child + step
                if node < tape.next(value) {
                    if step == 0 { indexes.append(index) }
                    here = value
                    break
                }
                child = tape.next(value)
                index += 1
            }
        }
        return indexes
    }

    /// A value's text as it is written.
    func text(of place: Place) -> [UInt8] {
        var text: [UInt8] = []
        text.append(copying: bytes.span, tape.start(place.value)..<tape.end(place.value))
        return text
    }

    /// A value for people.
    func description(of place: Place) -> String {
        ValueDescription.text(place.value, tape, bytes.span, showingValues: true)
    }

    /// A value in one spelling.
    func canonical(_ place: Place) -> [UInt8] { canonical(text(of: place)) }

    private func canonical(_ text: [UInt8]) -> [UInt8] { (try? JSONDocument(text))?.root.canonical ?? text }

    /// Whether what is at another place equals a value.
    func isEqual(_ place: Place, to tokens: [String]) -> Bool {
        guard let other = find(tokens[...], place.indexes) else { return false }
        return canonical(place) == canonical(text(of: Place(value: other, indexes: [])))
    }

    /// What converting a value comes to.
    func conversion(of place: Place, to target: UpgradeStep.ConversionTarget) -> ValueConversion.Result {
        ValueConversion.convert(place.value, to: target, on: tape, in: bytes.span)
    }

    /// What the payload says of the version that it was written at.
    func statedVersion(at path: MemberPath, newest: Int) -> StatedVersion {
        StatedVersion(at: path, of: 0, newest: newest, on: tape, in: bytes.span)
    }

    /// Checks the payload, for the defaults that it lacks.
    func evaluate(_ plan: SchemaPlan, into outcome: inout SchemaOutcome) {
        plan.evaluate(tape, 0, bytes.span, into: &outcome)
    }

    // MARK: Editing

    /// Adds members to an object of the payload.
    mutating func insert(_ value: [UInt8], named name: [UInt8], into object: Int) {
        attempt { document throws(JSONEditError) in
            try document.edit.insert(name: name.span, value: value.span, into: object, on: document.tape)
        }
    }

    /// Adds a member, and the objects on the way to it.
    ///
    /// - Returns: False where something that is no object is in the way.
    mutating func insert(_ value: [UInt8], at tokens: [String], _ indexes: [Int]) -> Bool {
        guard let opening = opening(tokens, indexes), let name = tokens.last else { return false }
        attempt { document throws(JSONEditError) in
            let object = try document.make(opening)
            try document.edit.insert(name: Array(name.utf8).span, value: value.span, into: object, on: document.tape)
        }
        return true
    }

    /// Moves a member: within one object that is a new name in its place.
    ///
    /// - Returns: False where something that is no object is in the way.
    mutating func move(_ place: Place, to tokens: [String]) -> Bool {
        guard let opening = opening(tokens, place.indexes), let name = tokens.last,
            !(place.value..<tape.next(place.value)).contains(opening.object)
        else { return false }
        attempt { document throws(JSONEditError) in
            let object = try document.make(opening)
            let text = document.bytes
            try document.edit.move(
                member: place.value - 1, to: Array(name.utf8).span, into: object, on: document.tape, in: text.span)
        }
        return true
    }

    /// Removes a member.
    mutating func remove(_ place: Place) {
        attempt { document throws(JSONEditError) in
            let text = document.bytes
            try document.edit.remove(member: place.value - 1, on: document.tape, in: text.span)
        }
    }

    /// Replaces a value.
    mutating func replace(_ place: Place, with value: [UInt8]) {
        attempt { document throws(JSONEditError) in
            let text = document.bytes
            try document.edit.replace(value: place.value, with: value.span, on: document.tape, in: text.span)
        }
    }

    private func opening(_ tokens: [String], _ indexes: [Int]) -> Opening? {
        var node = 0
        var next = 0
        let parents = tokens.dropLast()
        for (offset, token) in parents.enumerated() {
            guard let child = child(token, of: node, indexes, &next) else {
                let missing = parents.dropFirst(offset)
                return tape.kind(node) == .object && !missing.contains("*")
                    ? Opening(object: node, missing: missing) : nil
            }
            node = child
        }
        return tape.kind(node) == .object ? Opening(object: node, missing: []) : nil
    }

    private mutating func make(_ opening: Opening) throws(JSONEditError) -> Int {
        var object = opening.object
        for name in opening.missing {
            object = try edit.makeObject(name: Array(name.utf8).span, into: object, on: tape)
        }
        return object
    }

    private mutating func attempt(_ operation: (inout UpgradeDocument) throws(JSONEditError) -> Void) {
        do { try operation(&self) } catch { hasFailed = true }
    }
}
