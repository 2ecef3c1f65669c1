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

    @Test func `a diff counts the messages that each change concerns`() throws {
        let program = try Program()
        func order(_ properties: String) -> String {
            #"{"type": 7, "name": "order", "schema": {"type": "object", "properties": {"id": {"type": "string"}, "#
                + #"\#(properties)}, "required": ["id"]}}"#
        }
        _ = try program.run("mkdir r")
        program.write(
            "r/v1.json",
            #"{"registry": "shop", "version": 1, "contents": [{"type": 8, "name": "coupon", "schema": {}}, "#
                + order(
                    #""note": {"type": "string"}, "amount": {"type": ["integer", "string"]}, "#
                        + #""kind": {"type": "string", "default": "a"}"#) + "]}")
        program.write(
            "r/v2.json",
            #"{"registry": "shop", "version": 2, "contents": [{"type": 9, "name": "gift", "schema": {}}, "#
                + order(#""amount": {"type": "integer"}, "kind": {"type": "string", "default": "b"}"#) + "]}")
        let payloads = [
            // Concerned by nothing.
            #"{"type":7,"id":"1","amount":5,"kind":"a"}"#,
            // Its amount is refused, and its note no longer shown.
            #"{"type":7,"id":"2","amount":"5","note":"n","kind":"a"}"#,
            #"{"type":7,"id":"3","amount":6,"note":"n","kind":"a"}"#,
            // Its kind is another one for new clients.
            #"{"type":7,"id":"4","amount":1}"#,
            // Nobody could ever read it.
            #"{"type":7,"id":5,"amount":"x","kind":"a"}"#,
            // Old clients only, and new clients only, know its type.
            #"{"type":8}"#, #"{"type":9}"#, #"{"type":9}"#, #"{"type":9}"#, "no JSON",
        ]
        for (index, payload) in payloads.enumerated() {
            _ = try program.run(
                """
                printf '{"channel_key":"2:g1","message_seq":%d,"message_id":%d,"client_msg_no":"c%d","from_uid":"u1",' \
                  \(index + 1) \(index + 101) \(index) >>a.jsonl
                printf '"server_timestamp_ms":1609459200000,"payload_b64":"%s"}\\n' \
                  "$(printf '%s' '\(payload)' | base64 -w 0)" >>a.jsonl
                """)
        }
        let result = try program.run("msgreplay registry diff r 1 2 --format json --at-risk a.jsonl")
        #expect(result.status == 0, "\(result.errors)")
        let json = try result.json()
        #expect(json["messages"]?.integer == payloads.count)
        let counts = (json["changes"]?.elements ?? []).map { change in
            "\(change["content"]?.string ?? "") \(change["pointer"]?.string ?? "") \(change["messages"]?.integer ?? -1)"
        }
        #expect(counts == ["order /note 2", "order /amount 1", "order /kind 1", "coupon  1", "gift  3"])
        let text = try program.run("msgreplay registry diff r 1 2 --at-risk a.jsonl a.jsonl -j 2")
        #expect(text.output.contains("backward          /amount") || text.output.contains("2  /amount"))
        #expect(text.output.contains("Of 20 messages"))
        let missing = try program.run("msgreplay registry diff r 1 2 --at-risk nowhere.jsonl")
        #expect(missing.status == 2)
        #expect(missing.errors.contains("nowhere.jsonl"))
    }
}
