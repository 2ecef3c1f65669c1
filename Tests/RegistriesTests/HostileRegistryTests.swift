import JSONText
import Testing

@testable import Registries

@Suite("Registries that are made to be slow", .timeLimit(.minutes(1)))
struct HostileRegistryTests {
    @Test("end: schemas that double at each reference")
    func doubling() throws {
        let schemas = (0..<60).map { level in
            ##""d\##(level)": {"allOf": [{"$ref": "#/$defs/d\##(level + 1)"}, {"$ref": "#/$defs/d\##(level + 1)"}]}"##
        }
        let definitions = (schemas + [#""d60": {"properties": {"a": {}}}"#]).joined(separator: ", ")
        let series = try RegistrySeries(
            texts: Sample.file(
                1, #""$defs": {\#(definitions)}"#,
                contents: Sample.order(##""$ref": "#/$defs/d0""##, #""searchable": ["/a"]"#)))
        #expect(series.warnings.isEmpty)
    }

    @Test("end: a long chain of references")
    func chain() throws {
        let count = 5_000
        let schemas = (0..<count).map { ##""d\##($0)": {"$ref": "#/$defs/d\##($0 + 1)"}"## }
        let definitions = (schemas + [#""d\#(count)": {"properties": {"a": {}}}"#]).joined(separator: ", ")
        let text = Sample.file(
            1, #""$defs": {\#(definitions)}"#,
            contents: Sample.order(##""$ref": "#/$defs/d0""##, #""searchable": ["/a", "/b"]"#))
        let problems = Mistake.problems(at: try SeriesFolder([("v1.json", text)]))
        #expect(problems.map(\.code) == ["searchable-unknown-field"])
    }

    @Test("end: a type that could be any of many, at a version without end")
    func largeNumbers() throws {
        let text = #"""
            {"registry": "shop", "version": 9223372036854775807, "contents": [
              {"type": 7, "name": "order", "schema": {}, "versionField": "/v"}]}
            """#
        let folder = try SeriesFolder([("shop.json", text)])
        let registry = try #require(try ContentRegistry(RegistrySeries(contentsOf: folder.path + "/shop.json")))
        #expect(try Decoded(#"{"type":7,"v":9.0e18}"#, with: registry).findings == [])
        #expect(try Decoded(#"{"type":7,"v":9.0e19}"#, with: registry).findings == ["version-invalid /v"])
    }

    @Test("end: a thousand contents in ten versions")
    func many() throws {
        let contents = (0..<1_000).map { number in
            #"{"type": \#(number), "name": "c\#(number)", "schema": {"properties": {"p": {"default": \#(number)}}}}"#
        }
        let series = try RegistrySeries(
            texts: (1...10).map {
                #"{"registry": "shop", "version": \#($0), "contents": [\#(contents.joined(separator: ","))]}"#
            })
        let registry = try #require(ContentRegistry(series))
        #expect(try Decoded(#"{"type":999,"p":1}"#, with: registry).writtenAt == 1)
        #expect(try Decoded(#"{"type":999}"#, with: registry).defaulted == ["/p"])
    }
}
