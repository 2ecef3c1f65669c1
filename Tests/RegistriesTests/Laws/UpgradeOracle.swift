import JSONText

@testable import Registries

/// A JSON value that can be changed.
indirect enum PlainValue: Equatable {
    case object([(String, PlainValue)])
    case array([PlainValue])
    /// Anything else, as it is spelt.
    case text(String)

    init(_ value: JSONValue) {
        switch value.kind {
        case .object: self = .object(value.members.map { ($0.name, PlainValue($0.value)) })
        case .array: self = .array(value.elements.map(PlainValue.init))
        default: self = .text(value.text)
        }
    }

    init(_ text: String) throws {
        self.init(try JSONDocument(Array(text.utf8)).root)
    }

    /// The value as JSON; the names of tests' members need no escapes.
    var json: String {
        switch self {
        case .object(let members):
            "{" + members.map { "\"\($0.0)\":\($0.1.json)" }.joined(separator: ",") + "}"
        case .array(let elements): "[" + elements.map(\.json).joined(separator: ",") + "]"
        case .text(let text): text
        }
    }

    static func == (left: PlainValue, right: PlainValue) -> Bool { left.canonical == right.canonical }

    private var canonical: [UInt8] { (try? JSONDocument(Array(json.utf8)).root.canonical) ?? [] }

    subscript(_ name: String) -> PlainValue? {
        get {
            guard case .object(let members) = self else { return nil }
            return members.first { $0.0 == name }?.1
        }
        set {
            guard case .object(var members) = self else { return }
            if let index = members.firstIndex(where: { $0.0 == name }) {
                if let newValue { members[index].1 = newValue } else { members.remove(at: index) }
            } else if let newValue {
                members.append((name, newValue))
            }
            self = .object(members)
        }
    }
}

/// Says what an upgrade from the first version of a series to the second has to come to, by editing plain values: the
/// order of the steps, each on its own, with the defaults of each version after them.
struct UpgradeOracle {
    let series: RandomSeries

    func upgraded(_ text: String) throws -> PlainValue {
        var payload = try PlainValue(text)
        let (first, second) = (series.versions[0], series.versions[1])
        for field in first.fields {
            guard let fallback = field.fallback, let end = end(of: field, second) else { continue }
            forEachHolder(of: field.place, in: &payload, everywhere: [field.place, end.place]) { holders in
                if holders[0]?[field.name] == nil && holders[1]?[end.name] == nil {
                    holders[0]?[field.name] = .text(fallback)
                    if field.place == end.place { holders[1] = holders[0] }
                }
            }
        }
        for step in second.steps { run(step, &payload) }
        for field in second.fields {
            guard let fallback = field.fallback else { continue }
            forEachHolder(of: field.place, in: &payload, everywhere: [field.place]) { holders in
                if holders[0]?[field.name] == nil { holders[0]?[field.name] = .text(fallback) }
            }
        }
        return payload
    }

    /// Where a field of the first version is in the second; nil where it is removed.
    private func end(of field: RandomSeries.Field, _ version: RandomSeries.Version) -> RandomSeries.Field? {
        for step in version.steps {
            switch step {
            case .move(let from, let to) where from == field: return to
            case .remove(let gone) where gone == field: return nil
            default: continue
            }
        }
        return field
    }

    private func run(_ step: RandomSeries.Step, _ payload: inout PlainValue) {
        switch step {
        case .move(let from, let to):
            forEachHolder(of: from.place, in: &payload, everywhere: [from.place, to.place], making: true) { holders in
                guard let value = holders[0]?[from.name], holders[1] != nil, holders[1]?[to.name] == nil else { return }
                holders[0]?[from.name] = nil
                if from.place == to.place { holders[1] = holders[0] }
                holders[1]?[to.name] = value
            }
        case .copy(let from, let to):
            forEachHolder(of: from.place, in: &payload, everywhere: [from.place, to.place], making: true) { holders in
                guard let value = holders[0]?[from.name], holders[1]?[to.name] == nil else { return }
                holders[1]?[to.name] = value
            }
        case .add(let to, let value):
            if to.place == .object, payload["o"] == nil { payload["o"] = .object([]) }
            forEachHolder(of: to.place, in: &payload, everywhere: [to.place]) { holders in
                if holders[0]?[to.name] == nil { holders[0]?[to.name] = .text(value) }
            }
        case .remove(let field):
            forEachHolder(of: field.place, in: &payload, everywhere: [field.place]) { $0[0]?[field.name] = nil }
        case .convert(let field, let type):
            forEachHolder(of: field.place, in: &payload, everywhere: [field.place]) { holders in
                guard case .text(let old)? = holders[0]?[field.name], let new = Self.convert(old, to: type) else {
                    return
                }
                holders[0]?[field.name] = .text(new)
            }
        case .map(let field, let pairs):
            forEachHolder(of: field.place, in: &payload, everywhere: [field.place]) { holders in
                guard let old = holders[0]?[field.name] else { return }
                if let pair = pairs.first(where: { PlainValue.text($0.0) == old }) {
                    holders[0]?[field.name] = .text(pair.1)
                }
            }
        }
    }

    /// The tests' own few values, converted by hand.
    static func convert(_ old: String, to type: String) -> String? {
        let isString = old.hasPrefix("\"")
        let inner = isString ? String(old.dropFirst().dropLast()) : old
        switch type {
        case "string": return isString || old == "null" ? nil : "\"\(old)\""
        case "boolean":
            if old == "1" { return "true" }
            if old == "0" { return "false" }
            return isString && (inner == "true" || inner == "false") ? inner : nil
        case "number":
            if isString { return ["12", "1e2"].contains(inner) ? inner : nil }
            return old == "true" ? "1" : old == "false" ? "0" : nil
        default:
            if isString { return inner == "12" ? inner : nil }
            if old == "true" { return "1" }
            if old == "false" { return "0" }
            return ["12.0": "12", "1e2": "100"][old]
        }
    }

    /// Calls `body` with the objects that hold the fields of places: for elements one pair after another, elsewhere once.
    ///
    /// - Parameter making: Whether the object `o` is made where it isn't there and `body` puts something in it.
    private func forEachHolder(
        of place: RandomSeries.Place, in payload: inout PlainValue, everywhere places: [RandomSeries.Place],
        making: Bool = false, _ body: (inout [PlainValue?]) -> Void
    ) {
        if place == .element {
            guard case .array(var elements)? = payload["l"] else { return }
            for index in elements.indices {
                guard case .object = elements[index] else { continue }
                var holders: [PlainValue?] = places.map { _ in elements[index] }
                body(&holders)
                // Both places are in the same element; the last holder has all changes.
                if let last = holders[holders.count - 1] { elements[index] = last }
            }
            payload["l"] = .array(elements)
            return
        }
        func holder(_ place: RandomSeries.Place) -> PlainValue? {
            if place == .top { return payload }
            guard let object = payload["o"] else { return making ? .object([]) : nil }
            if case .object = object { return object }
            return nil
        }
        var holders = places.map(holder)
        let before = holders
        body(&holders)
        // The payload first, so that its object isn't put back as it was.
        let order = places.indices.sorted { places[$0] == .top && places[$1] != .top }
        for index in order where holders[index] != before[index] {
            guard let changed = holders[index] else { continue }
            if places[index] == .top { payload = changed } else { payload["o"] = changed }
        }
    }
}
