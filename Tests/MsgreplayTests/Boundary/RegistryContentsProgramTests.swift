import JSONText
import Testing

/// `msgreplay registry show` and `registry infer` as a shell sees them.
struct RegistryContentsProgramTests {
    private static let export = "Samples/shop-export.tar.gz"
    private static let shop = "Samples/shop-registry"

    // MARK: infer

    @Test func `a draft without a registry decodes what was unknown`() throws {
        let program = try Program()
        let drafted = try program.run("mkdir r && msgreplay registry infer \(Self.export) -o r/v1.json")
        #expect(drafted.status == 0 && drafted.output.isEmpty)
        #expect(
            drafted.errors == """
                msgreplay: note: draft@1 adds 4 types seen in 323 payloads: give them names, look through the x- notes, \
                and save it as v1.json

                """)
        let checked = try program.run("msgreplay registry check r")
        #expect(checked.status == 0, "\(checked.output)\(checked.errors)")
        let audit = try program.run("msgreplay audit --registry r --format json \(Self.export)")
        #expect(try audit.json()["unknown"]?.integer == 0)
        #expect(try audit.json()["nested"]?["unknown"]?.integer == 0)
    }

    @Test func `the next version of a series passes its checks`() throws {
        let program = try Program()
        let drafted = try program.run(
            "cp -r \(Self.shop)/. r && msgreplay registry infer \(Self.export) --registry r -o r/v4.json -q")
        #expect(drafted.status == 0 && drafted.errors.isEmpty, "\(drafted.errors)")
        let checked = try program.run("msgreplay registry check r")
        #expect(checked.status == 0, "\(checked.output)")
        let audit = try program.run("msgreplay audit --registry r --format json \(Self.export)")
        #expect(try audit.json()["unknown"]?.integer == 0)
        #expect(try audit.json()["decoded"]?.integer == 1971)
        // There is nothing left to draft, and nothing is written.
        let again = try program.run("msgreplay registry infer \(Self.export) --registry r -o r/v5.json")
        #expect(again.status == 0 && !program.exists("r/v5.json"))
        #expect(again.errors.contains("shop@4 has every type that is there; nothing is drafted"))
        // A type that no registry can define is none that it has.
        program.write(
            "i.jsonl",
            #"{"message_id":1,"message_seq":1,"from_uid":"u","channel_id":"g","channel_type":2,"timestamp":1700000000,"#
                + #""payload":{"type":99999999999999999999999,"content":"x"}}"# + "\n")
        let other = try program.run("msgreplay registry infer i.jsonl --registry r")
        #expect(other.errors.contains("1 payload of types that no registry can define left out"))
        #expect(other.errors.contains("shop@4 has every other type that is there; nothing is drafted"))
    }

    @Test func `the number of workers, and the container, change no byte`() throws {
        let program = try Program()
        let result = try program.run(
            """
            for n in 1 2 5; do msgreplay registry infer -j $n \(Self.export) >$n 2>/dev/null || exit 9; done
            cmp 1 2 && cmp 1 5 || exit 8
            gzip -dc \(Self.export) >a.tar; tar -xf a.tar
            msgreplay registry infer - <a.tar >p 2>/dev/null; cmp 1 p || exit 7
            msgreplay registry infer shop-export >p 2>/dev/null; cmp 1 p || exit 6
            """)
        #expect(result.status == 0, "\(result.output)\(result.errors)")
    }

    @Test func `filters choose the messages`() throws {
        let program = try Program()
        let result = try program.run("msgreplay registry infer \(Self.export) --type 10042")
        let contents = try #require(try result.json()["contents"]).elements
        #expect(contents.map { $0["name"]?.string } == ["type_10042"])
        #expect(contents.first?["x-seen"]?["records"]?.integer == 4)
    }

    @Test func `damage is told, and what was read before it is drafted`() throws {
        let program = try Program()
        let result = try program.run("head -c 60000 \(Self.export) >cut.tar.gz; msgreplay registry infer cut.tar.gz")
        #expect(result.status == 3)
        #expect(result.errors.contains("msgreplay: error: cut.tar.gz"))
        #expect(try result.json()["contents"]?.elements.isEmpty == false)
        let missing = try program.run("msgreplay registry infer nowhere")
        #expect(missing.status == 2 && missing.errors.contains("nowhere: no such file or directory"))
    }

    // MARK: show

    @Test(arguments: [("text", "txt"), ("markdown", "md"), ("json", "json")])
    func `what the shop's registry holds reads as its golden file`(format: String, ending: String) throws {
        let program = try Program()
        let result = try program.run("msgreplay registry show \(Self.shop) --format \(format)")
        #expect(result.status == 0, "\(result.errors)")
        Golden.expect(result.output, is: "show-shop.\(ending)")
    }

    @Test func `a registry with everything reads as its golden file`() throws {
        let program = try Program()
        program.write("v1.json", Self.everything)
        Golden.expect(try program.run("msgreplay registry show v1.json").output, is: "show-everything.txt")
        Golden.expect(
            try program.run("msgreplay registry show v1.json --format markdown").output, is: "show-everything.md")
        Golden.expect(
            try program.run("msgreplay registry show v1.json --format json-schema").output,
            is: "show-everything.schema.json")
    }

    @Test func `what is shown can move no cursor and is no markup`() throws {
        let program = try Program()
        program.write("v1.json", Self.everything.replacing("A thing.", with: #"A\u001b[2J\u202e <b>|*x*`."#))
        for format in ["text", "markdown"] {
            let output = try program.run("msgreplay registry show v1.json --format \(format)").output
            #expect(
                !output.contains("\u{1B}") && !output.contains("\u{202E}")
                    && output.contains("\\u{1B}") == (format == "text"))
            #expect(!output.contains("<b>") || format == "text")
        }
    }

    @Test func `versions are shown as they were`() throws {
        let program = try Program()
        let one = try program.run("msgreplay registry show \(Self.shop) --at 1 --format json").json()
        let order = try #require(one["contents"]?.elements.first { $0["name"]?.string == "order" })
        #expect(order["fields"]?.elements.map { $0["pointer"]?.string } == ["/order_id", "/title"])
        let three = try program.run("msgreplay registry show \(Self.shop) --format json").json()
        let newest = try #require(three["contents"]?.elements.first { $0["name"]?.string == "order" })
        #expect(newest["fields"]?.elements.map { $0["since"]?.integer } == [1, 1, 2, 2, 3])
        let missing = try program.run("msgreplay registry show \(Self.shop) --at 9")
        #expect(missing.status == 2 && missing.errors.contains("--at takes one of 1, 2, 3"))
    }

    @Test func `the built-in registry is shown by its name`() throws {
        let program = try Program()
        let result = try program.run("msgreplay registry show wukongim -o shown.txt")
        #expect(result.status == 0 && result.output.isEmpty)
        #expect(program.read("shown.txt")?.hasPrefix("wukongim@1\n") == true)
        #expect(try program.run("msgreplay registry show nowhere").status == 2)
    }

    private static let everything = #"""
        {"registry": "all", "version": 1, "description": "Has everything.", "typeField": "/head/kind",
         "placeholder": "[?]", "nested": ["/inner"],
         "$defs": {"money": {"type": "object", "required": ["amount"], "additionalProperties": false,
           "properties": {"amount": {"type": "integer", "exclusiveMinimum": 0, "multipleOf": 5}}}},
         "common": {"type": "object", "required": ["sender"], "properties": {
           "sender": {"type": "string", "maxLength": 8, "description": "Who wrote it."}, "inner": {"type": "object"}}},
         "contents": [
           {"type": 1, "name": "thing", "description": "A thing.", "versionField": "/v", "searchable": ["/tags/*"],
            "nested": ["/parts/*/payload"], "digest": {"en": "{name|oneline}", "zh": "{name|cut:4}"},
            "schema": {"type": "object", "additionalProperties": false, "required": ["name", "price"], "properties": {
              "name": {"type": "string", "minLength": 1, "maxLength": 20, "default": "none"},
              "price": {"$ref": "#/$defs/money"}, "fixed": {"const": {"a": [1, 2]}},
              "tags": {"type": ["array", "null"], "items": {"type": "string"}, "uniqueItems": true, "maxItems": 3},
              "parts": {"type": "array", "items": {"type": "object", "properties": {"payload": true}}},
              "size": {"type": "number", "minimum": 0, "maximum": 1.5, "x-assumed": 1, "x-note": "in metres"},
              "state": {"enum": ["on", "off", null], "default": null}}}},
           {"type": "word", "name": "word", "display": false, "schema": {"anyOf": [
             {"properties": {"a": {"type": "integer"}}}, {"properties": {"b": {"format": "uri"}}}]}}
         ],
         "retired": {"types": [{"type": 7, "name": "old"}, {"type": "x"}],
                     "fields": [{"content": "thing", "pointer": "/gone"}]}}
        """#
}
