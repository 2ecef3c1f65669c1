import JSONText

/// Stands for what a schema says, with references followed, however its members are ordered and its numbers written.
///
/// It is a keyed hash of 128 bits, so that a schema that others name any number of times is spelt once.
struct SchemaSpelling: Hashable {
    private let halves: SIMD2<Int>

    fileprivate init(of text: [UInt8]) {
        func half(_ key: Int) -> Int {
            var hasher = Hasher()
            hasher.combine(key)
            hasher.combine(text)
            return hasher.finalize()
        }
        halves = SIMD2(half(1), half(2))
    }

    /// The spelling as a part of a longer one.
    var text: String { "\(halves.x),\(halves.y);" }
}

/// The spellings of all schemas of a reader.
struct SchemaSpellings {
    /// How often schemas that lead back to themselves are told apart by what they lead to. Two of them that differ do
    /// so after twice as many rounds as there are schemas; it takes one of hundreds of schemas to hide it longer.
    private static let mostRounds = 256

    private let schemas: [SchemaSyntax]
    private var spellings: [SchemaSpelling]

    /// - Complexity: Each schema is spelt once, one that leads back to itself twice as often as there are schemas on the way.
    init(_ schemas: [SchemaSyntax]) {
        self.schemas = schemas
        spellings = Array(repeating: SchemaSpelling(of: []), count: schemas.count)
        for circle in Self.circles(schemas) {
            let leadsBack = circle.count > 1 || schemas[circle[0]].targets.contains(circle[0])
            for _ in 0..<(leadsBack ? min(2 * circle.count, Self.mostRounds) : 1) {
                let round = circle.map { SchemaSpelling(of: spelled($0)) }
                for (schema, spelling) in zip(circle, round) { spellings[schema] = spelling }
            }
        }
    }

    subscript(schema: Int) -> SchemaSpelling { spellings[schema] }

    // MARK: Order

    /// All schemas, those first that others lead to; schemas that lead to each other stand together.
    ///
    /// R. Tarjan, Depth-first search and linear graph algorithms, 1972; with a stack of its own, as there may be many.
    private static func circles(_ schemas: [SchemaSyntax]) -> [[Int]] {
        var circles: [[Int]] = []
        /// When a schema was come to first: -1 before, `Int.max` once it stands in the result.
        var reached = Array(repeating: -1, count: schemas.count)
        /// The earliest of the stack that it leads to.
        var lowest = reached
        var stack: [Int] = []
        var time = 0
        for start in schemas.indices where reached[start] < 0 {
            var path: [(schema: Int, targets: ArraySlice<Int>)] = []
            func enter(_ schema: Int) {
                reached[schema] = time
                lowest[schema] = time
                time += 1
                stack.append(schema)
                path.append((schema, schemas[schema].targets[...]))
            }
            enter(start)
            while let schema = path.last?.schema {
                if let target = path[path.count - 1].targets.popFirst() {
                    if reached[target] < 0 {
                        enter(target)
                    } else if reached[target] != .max {
                        lowest[schema] = min(lowest[schema], reached[target])
                    }
                    continue
                }
                path.removeLast()
                if let outer = path.last?.schema { lowest[outer] = min(lowest[outer], lowest[schema]) }
                guard lowest[schema] == reached[schema], let first = stack.lastIndex(of: schema) else { continue }
                let circle = Array(stack[first...])
                stack.removeSubrange(first...)
                for member in circle { reached[member] = .max }
                circles.append(circle)
            }
        }
        return circles
    }

    // MARK: Text

    /// What a schema says, with the spellings of those that it leads to.
    private func spelled(_ schema: Int) -> [UInt8] {
        let syntax = schemas[schema]
        guard syntax.value.kind == .object else { return Array(syntax.value.text.utf8) }
        let here = syntax.targets.filter { schemas[$0].value.document === syntax.value.document }
        let inner = Dictionary(here.map { (schemas[$0].value.node, $0) }) { first, _ in first }
        var text: [UInt8] = []
        for (name, value) in Self.sortedMembers(of: syntax.value) {
            let keyword = name.text
            if keyword.hasPrefix("x-") || keyword == "$defs" || keyword == "$anchor"
                || SchemaKeywords.annotations.contains(keyword)
            {
                continue
            }
            text += " \(keyword):".utf8
            if keyword == "$ref", let target = syntax.reference {
                text += self[target].text.utf8
            } else {
                spell(value, inner, into: &text)
            }
        }
        return text
    }

    /// A keyword's value: schemas in it are spelt as such, everything else by value.
    private func spell(_ value: JSONValue, _ inner: [Int: Int], into text: inout [UInt8]) {
        if let schema = inner[value.node] {
            text += self[schema].text.utf8
            return
        }
        switch value.kind {
        case .object:
            text += "{".utf8
            for (name, member) in Self.sortedMembers(of: value) {
                JSONWriter.appendQuoted(name.text, to: &text)
                spell(member, inner, into: &text)
            }
            text += "}".utf8
        case .array:
            text += "[".utf8
            for element in value.elements {
                spell(element, inner, into: &text)
                text += ",".utf8
            }
            text += "]".utf8
        case .number:
            let number = Array(value.text.utf8)
            ExactDecimal.appendCanonical(number.span, to: &text)
        case .string:
            JSONWriter.appendQuoted(value.string ?? "", to: &text)
        default:
            text += value.text.utf8
        }
    }

    private static func sortedMembers(of value: JSONValue) -> [(name: NameBytes, value: JSONValue)] {
        SchemaReader.members(of: value).sorted { $0.name.lexicographicallyPrecedes($1.name) }
    }
}
