import JSONText
import Testing

/// `registry check` and `registry diff` as a user runs them.
struct RegistryProgramTests {
    /// The files of a series that breaks several rules, and has names that would do harm if they were printed as they are.
    private static func write(into program: Program) throws {
        _ = try program.run("mkdir r")
        program.write(
            "r/v1.json",
            """
            {
              "registry": "shop", "version": 1,
              "contents": [
                {
                  "type": 7, "name": "order",
                  "schema": {
                    "type": "object",
                    "properties": {
                      "id": { "type": "string" }, "note": { "type": "string" },
                      "state": { "enum": ["placed", "@team", "a|b"] },
                      "\\u001b[31m<b>": { "type": "integer" }
                    }
                  }
                },
                { "type": 8, "name": "coupon", "schema": { "type": "object" } }
              ]
            }

            """)
        program.write(
            "r/v2.json",
            """
            {
              "registry": "shop", "version": 2,
              "contents": [
                {
                  "type": 7, "name": "order",
                  "schema": {
                    "type": "object",
                    "properties": {
                      "id": { "type": "integer" }, "state": { "enum": ["placed"] }, "tag": { "type": "string" }
                    },
                    "additionalProperties": false
                  }
                },
                { "type": 9, "name": "gift", "schema": { "type": "object" } }
              ],
              "exempt": [{ "rule": "type-changed", "reason": "None." }]
            }

            """)
    }

    @Test(arguments: [("text", "txt"), ("json", "json"), ("markdown", "md"), ("sarif", "sarif")])
    func `a check reads as its golden file`(format: String, ending: String) throws {
        let program = try Program()
        try Self.write(into: program)
        let result = try program.run("msgreplay registry check r --format \(format)")
        #expect(result.status == 1)
        #expect(result.errors == "")
        Golden.expect(result.output, is: "registry-check.\(ending)")
    }

    @Test(arguments: [("text", "txt"), ("json", "json"), ("markdown", "md")])
    func `a diff reads as its golden file`(format: String, ending: String) throws {
        let program = try Program()
        try Self.write(into: program)
        let result = try program.run("msgreplay registry diff r 1 2 --format \(format)")
        #expect(result.status == 0)
        #expect(result.errors == "")
        Golden.expect(result.output, is: "registry-diff.\(ending)")
    }

    @Test func `a sound series has status 0, with warnings too`() throws {
        let program = try Program()
        let sample = try program.run("msgreplay registry check Samples/shop-registry")
        #expect(sample.status == 0)
        #expect(sample.output == "registry shop, 3 versions: nothing is wrong\n")
        let warned = try program.run(
            """
            mkdir r && cp Samples/shop-registry/v1.json r
            sed -e 's/"version": 1/"version": 2/' -e 's/"default": ""/"default": "?"/' r/v1.json >r/v2.json
            msgreplay registry check r --format json -o check.json
            """)
        #expect(warned.status == 0)
        #expect(warned.output.isEmpty)
        let report = try JSONDocument(Array((program.read("check.json") ?? "").utf8)).root
        #expect(report["warnings"]?.integer == 1)
        #expect(report["problems"]?.elements.first?["code"]?.string == "default-changed")
    }

    @Test func `what can't be loaded is reported with what can be judged`() throws {
        let program = try Program()
        try Self.write(into: program)
        program.write("r/v3.json", "{\"registry\": \"shop\", \"version\": 3,\n  \"contents\": [}")
        let result = try program.run("msgreplay registry check r --format json")
        #expect(result.status == 1)
        let problems = try result.json()["problems"]?.elements ?? []
        let codes = problems.compactMap { $0["code"]?.string }
        #expect(codes.last == "registry-not-json" && codes.contains("field-removed"))
        #expect(problems.last?["file"]?.string == "r/v3.json" && problems.last?["line"]?.integer == 2)
        #expect(try program.run("msgreplay registry diff r 1 2").status == 2)
    }

    @Test func `nothing is written into the series`() throws {
        let program = try Program()
        try Self.write(into: program)
        let result = try program.run("msgreplay registry check r --format sarif -o r/check.sarif; s=$?; ls r; exit $s")
        #expect(result.status == 2)
        #expect(result.output == "v1.json\nv2.json\n")
    }
}
