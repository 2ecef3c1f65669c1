import TestSupport

@testable import Registries

/// A series of one content that fields join, leave, and change in, as a product's content does over the years: names are
/// never used twice. With what a test has to know to judge upgrades.
struct RandomSeries {
    /// Where fields are: in the payload itself, in the object `o`, or in the objects of the array `l`.
    enum Place: CaseIterable {
        case top
        case object
        case element

        var path: [String] {
            switch self {
            case .top: []
            case .object: ["o"]
            case .element: ["l", "*"]
            }
        }
    }

    struct Field: Equatable {
        var place: Place
        var name: String
        /// A JSON type; nil for any.
        var type: String?
        /// JSON text.
        var fallback: String?
        var isRequired = false

        var path: [String] { place.path + [name] }
        var pointer: String { path.map { "/" + $0 }.joined() }
    }

    enum Step {
        case move(Field, Field)
        case copy(Field, Field)
        case add(Field, String)
        case remove(Field)
        case convert(Field, String)
        case map(Field, [(String, String)])

        var json: String {
            switch self {
            case .move(let from, let to): #"{"op":"move","from":"\#(from.pointer)","path":"\#(to.pointer)"}"#
            case .copy(let from, let to): #"{"op":"copy","from":"\#(from.pointer)","path":"\#(to.pointer)"}"#
            case .add(let to, let value): #"{"op":"add","path":"\#(to.pointer)","value":\#(value)}"#
            case .remove(let field): #"{"op":"remove","path":"\#(field.pointer)"}"#
            case .convert(let field, let type): #"{"op":"convert","path":"\#(field.pointer)","to":"\#(type)"}"#
            case .map(let field, let pairs):
                #"{"op":"map","path":"\#(field.pointer)","values":["#
                    + pairs.map { "[\($0.0),\($0.1)]" }.joined(separator: ",") + "]}"
            }
        }
    }

    struct Version {
        var fields: [Field]
        var steps: [Step]
    }

    /// What a series has beside fields and steps.
    struct Traits: OptionSet {
        let rawValue: Int

        /// Payloads say which version they were written at, in `v`.
        static let versioned = Traits(rawValue: 1)
        /// Fields without a default can be required.
        static let demanding = Traits(rawValue: 2)
        /// Payloads stand inside payloads, in `p` and in the elements of `q`.
        static let nested = Traits(rawValue: 4)
    }

    let traits: Traits
    static let types = ["string", "integer", "number", "boolean"]
    private(set) var versions: [Version] = []
    private var names = 0

    init(versions count: Int, _ traits: Traits = [], _ random: inout SeededRandom) {
        self.traits = traits
        versions.append(Version(fields: [], steps: []))
        for _ in 0..<2 + random.below(4) { versions[0].fields.append(newField(random.pick(Place.allCases), &random)) }
        for _ in 1..<count { evolve(&random) }
    }

    /// All names that any version has.
    var allNames: [String] { (1...names).map { "f\($0)" } }

    private mutating func newName() -> String {
        names += 1
        return "f\(names)"
    }

    private mutating func newField(_ place: Place, _ random: inout SeededRandom) -> Field {
        let type = random.chance(80) ? random.pick(Self.types) : nil
        let fallback = random.chance(50) ? Self.value(of: type ?? random.pick(Self.types), &random) : nil
        var field = Field(place: place, name: newName(), type: type, fallback: fallback)
        if traits.contains(.demanding) && fallback == nil { field.isRequired = random.chance(50) }
        return field
    }

    /// The type of a value's JSON text; a whole number in plain digits is an integer.
    private static func type(of text: String) -> String {
        if text.hasPrefix("\"") { return "string" }
        if text == "true" || text == "false" { return "boolean" }
        return text.allSatisfy { $0.isNumber || $0 == "-" } ? "integer" : "number"
    }

    /// The JSON text of a value.
    static func value(of type: String, _ random: inout SeededRandom) -> String {
        switch type {
        case "string": random.pick([#""a""#, #""12""#, #""true""#, #""1e2""#, #""""#, #""\u00e9""#])
        case "integer": random.pick(["0", "1", "12", "12.0", "1e2", "-7"])
        case "number": random.pick(["0", "1.5", "12", "1e400", "-0.25"])
        case "boolean": random.pick(["true", "false"])
        case "object": "{}"
        default: "null"
        }
    }

    /// Adds a version: each field changes in one way at most.
    private mutating func evolve(_ random: inout SeededRandom) {
        var version = Version(fields: versions[versions.count - 1].fields, steps: [])
        var untouched = version.fields.shuffled(using: &random)
        for _ in 0..<1 + random.below(3) {
            switch random.below(7) {
            case 0:
                version.fields.append(newField(random.pick(Place.allCases), &random))
            case 1:
                var field = newField(random.pick(Place.allCases), &random)
                field.type = nil
                field.fallback = nil
                field.isRequired = false
                version.fields.append(field)
                version.steps.append(.add(field, Self.value(of: random.pick(Self.types), &random)))
            case 2, 3:
                guard let from = untouched.popLast() else { continue }
                // Elements can't leave their array.
                let place: Place = from.place == .element ? .element : random.pick([.top, .object])
                var to = Field(place: place, name: newName(), type: from.type, fallback: from.fallback)
                to.isRequired = from.isRequired
                version.fields.append(to)
                if random.chance(70) {
                    version.fields.removeAll { $0 == from }
                    version.steps.append(.move(from, to))
                } else {
                    version.steps.append(.copy(from, to))
                }
            case 4:
                guard let field = untouched.popLast() else { continue }
                version.fields.removeAll { $0 == field }
                version.steps.append(.remove(field))
            case 5:
                // Where values were mapped, there are some that no type converts; a default has to be converted too.
                guard let field = untouched.popLast(), let index = version.fields.firstIndex(of: field),
                    field.type != nil
                else { continue }
                let type = random.pick(Self.types)
                if let fallback = field.fallback, Self.type(of: fallback) != type {
                    guard let converted = UpgradeOracle.convert(fallback, to: type) else { continue }
                    version.fields[index].fallback = converted
                }
                version.fields[index].type = type
                version.steps.append(.convert(version.fields[index], type))
            default:
                guard let field = untouched.popLast(), let index = version.fields.firstIndex(of: field) else {
                    continue
                }
                let number = versions.count + 1
                version.fields[index].type = nil
                let firsts: [String] = [Self.value(of: "string", &random), "1"].filter { $0 != field.fallback }
                version.steps.append(
                    .map(
                        version.fields[index], firsts.enumerated().map { ($0.element, #""v\#(number)-\#($0.offset)""#) }
                    ))
            }
        }
        versions.append(version)
    }

    // MARK: As text

    /// The registry files.
    var texts: [String] {
        versions.enumerated().map { index, version in
            let steps = version.steps.map(\.json).joined(separator: ",")
            let upgrade = index == 0 || steps.isEmpty ? "" : #","upgrade":[\#(steps)]"#
            let nested = traits.contains(.nested) ? #""nested":["/p","/q/*"],"# : ""
            let field = traits.contains(.versioned) ? #","versionField":"/v""# : ""
            return #"{"registry":"r","version":\#(index + 1),\#(nested)"contents":[{"type":5,"name":"c","schema":"#
                + schema(version.fields) + field + upgrade + "}]}"
        }
    }

    private func schema(_ fields: [Field]) -> String {
        func properties(_ place: Place, _ more: [String] = []) -> String {
            let own = fields.filter { $0.place == place }.map { field in
                let parts = [field.type.map { #""type":"\#($0)""# }, field.fallback.map { #""default":\#($0)"# }]
                return #""\#(field.name)":{\#(parts.compactMap(\.self).joined(separator: ","))}"#
            }
            let required = fields.filter { $0.place == place && $0.isRequired }.map { "\"\($0.name)\"" }
            return #"{"type":"object","properties":{"# + (own + more).joined(separator: ",") + "}"
                + (required.isEmpty ? "}" : #","required":["# + required.joined(separator: ",") + "]}")
        }
        var more = [#""o":"# + properties(.object), #""l":{"type":"array","items":"# + properties(.element) + "}"]
        if traits.contains(.versioned) { more.append(#""v":{}"#) }
        if traits.contains(.nested) { more += [#""p":{}"#, #""q":{"items":{}}"#] }
        return properties(.top, more)
    }

    /// A payload as a client of a version writes it, or nearly.
    ///
    /// - Parameters:
    ///   - strays: How likely a member is that isn't declared, or is of a wrong type, in per cent.
    ///   - depth: How many payloads it is inside of.
    ///   - foreign: Whether members that aren't declared can have names of other versions, and the object `o` can be
    ///     missing.
    func payload(
        at version: Int, strays: Int, foreign: Bool = true, depth: Int = 0, _ random: inout SeededRandom
    ) -> String {
        let gap = random.pick(["", "", " ", "\n\t"])
        func object(_ place: Place, _ more: [String], _ random: inout SeededRandom) -> String {
            var members = more
            for field in versions[version - 1].fields where field.place == place {
                guard field.isRequired && !random.chance(strays) || random.chance(70) else { continue }
                var type = field.type ?? random.pick(Self.types)
                if random.chance(strays) { type = random.pick(Self.types + ["null", "object"]) }
                members.append(#""\#(field.name)"\#(gap):\#(Self.value(of: type, &random))"#)
            }
            while random.chance(strays) {
                let name = random.pick(foreign ? allNames : ["x", "y"])
                guard !members.contains(where: { $0.hasPrefix("\"\(name)\"") }) else { break }
                members.append("\"\(name)\":" + Self.value(of: random.pick(Self.types), &random))
            }
            return "{\(gap)" + members.shuffled(using: &random).joined(separator: ",\(gap)") + "\(gap)}"
        }
        var members = [#""type":5"#]
        if !foreign || random.chance(70) { members.append(#""o":"# + object(.object, [], &random)) }
        if random.chance(70) {
            let elements = (0..<random.below(3)).map { _ in object(.element, [], &random) }
            members.append(#""l":["# + elements.joined(separator: ",") + "]")
        }
        if traits.contains(.versioned) && random.chance(70) { members.append(#""v":\#(version)"#) }
        if traits.contains(.nested) && depth < 3 {
            if random.chance(50) { members.append(#""p":"# + inner(strays, depth, &random)) }
            if random.chance(30) {
                let elements = (0..<random.below(3)).map { _ in inner(strays, depth, &random) }
                members.append(#""q":["# + elements.joined(separator: ",") + "]")
            }
        }
        return object(.top, members, &random)
    }

    /// What stands at a place for payloads.
    private func inner(_ strays: Int, _ depth: Int, _ random: inout SeededRandom) -> String {
        if random.chance(15) { return random.pick(["null", "7", "[]", "{}", #""""#, #""x""#]) }
        var text = payload(at: 1 + random.below(versions.count), strays: strays, depth: depth + 1, &random)
        if random.chance(10) { text = text.replacing(#""type":5"#, with: #""type":6"#) }
        guard random.chance(30) else { return text }
        let escaped = text.replacing(#"\"#, with: #"\\"#).replacing("\"", with: #"\""#)
        return "\"" + escaped.replacing("\n", with: #"\n"#).replacing("\t", with: #"\t"#) + "\""
    }
}
