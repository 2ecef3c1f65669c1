import JSONText
import Testing

@testable import Registries

@Suite("The text of wukongim@1")
struct Wukongim1SourceTests {
    let document: JSONDocument
    private var contents: [JSONValue] { document.root["contents"]?.elements ?? [] }

    init() throws {
        document = try JSONDocument([UInt8](Wukongim1.source.utf8))
    }

    @Test("scans as one JSON object without duplicate members")
    func scans() {
        #expect(document.root["registry"]?.string == "wukongim")
        #expect(document.root["version"]?.integer == 1)
        let bytes = document.bytes
        let hasDuplicates = document.tape.hasDuplicates(below: 0, in: bytes.span)
        #expect(!hasDuplicates)
    }

    @Test("passes all checks that are made of other registries, and says the same then")
    func isSound() throws {
        let folder = try SeriesFolder([("v1.json", Wukongim1.source)])
        let checked = try RegistrySeries(contentsOf: folder.path)
        #expect(checked.warnings.isEmpty)
        let builtin = try RegistrySeries.wukongim()
        #expect(checked.name == builtin.name)
        #expect(checked.newest.fingerprint == builtin.newest.fingerprint)
        #expect(checked.newest.placeholder == builtin.newest.placeholder)
        #expect(checked.newest.contents.count == builtin.newest.contents.count)
        for (own, other) in zip(checked.newest.contents, builtin.newest.contents) {
            #expect(own.type == other.type)
            #expect(own.name == other.name)
            #expect(own.digest == other.digest, "\(own.name)")
            #expect(own.searchable == other.searchable, "\(own.name)")
            #expect(own.nested == other.nested, "\(own.name)")
            #expect(own.isDisplayed == other.isDisplayed, "\(own.name)")
        }
    }

    @Test("has no default anywhere: an upgrade must leave a text message alone")
    func hasNoDefault() {
        let defaults = everyMember(of: document.root).filter { $0.name == "default" }
        #expect(defaults.isEmpty)
    }

    @Test("names each type and each name once, in the order of types")
    func isOrdered() {
        let types = contents.compactMap { $0["type"]?.integer }
        #expect(types.count == contents.count)
        #expect(types == Set(types).sorted())
        let names = contents.compactMap { $0["name"]?.string }
        #expect(Set(names).count == contents.count)
    }

    @Test("says of every content what it is, in English and Chinese or in the message's own words")
    func isDescribed() throws {
        for content in contents {
            let name = try #require(content["name"]?.string)
            #expect(content["description"]?.string?.isEmpty == false, "\(name)")
            guard let digest = content["digest"], digest.kind == .object else { continue }
            #expect(digest.members.map(\.name) == ["en", "zh"], "\(name)")
        }
    }

    @Test("leaves objects open, since clients ignore members that they don't know")
    func isOpen() {
        let closed = everyMember(of: document.root).filter {
            $0.name == "additionalProperties" && $0.value.kind == .falseValue
        }
        #expect(closed.isEmpty)
    }

    @Test("has a table of cases that touches every content but the plain call signals")
    func isCovered() throws {
        var seen: Set<Int> = []
        for one in Wukongim1Case.all {
            let payload = try JSONDocument([UInt8](one.payload.utf8))
            if let type = payload.root["type"]?.integer { seen.insert(type) }
        }
        let signals = 9990...9999
        let missing = contents.compactMap { $0["type"]?.integer }.filter { !seen.contains($0) && !signals.contains($0) }
        #expect(missing.isEmpty)
    }

    /// Every member of every object at or below a value.
    private func everyMember(of value: JSONValue) -> [(name: String, value: JSONValue)] {
        var found: [(name: String, value: JSONValue)] = []
        var left = [value]
        while let next = left.popLast() {
            found += next.members
            left += next.members.map(\.value) + next.elements
        }
        return found
    }
}
