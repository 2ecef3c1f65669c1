import JSONText
import Registries

/// `registry check --format sarif`: Static Analysis Results Interchange Format (SARIF) 2.1.0 of OASIS, as code reviews read
/// it.
enum CheckSARIF {
    private static let schema =
        "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"

    static func render(_ check: RegistryCheck) -> [UInt8] {
        // Mistakes that are no rule's have a code all the same; a result needs a rule to refer to.
        let known = RuleBook.entries.map(ExplainText.Topic.init)
        let others = Set(check.problems.map(\.code)).subtracting(known.map(\.code)).sorted()
        let codes = known.map(\.code) + others
        var writer = JSONWriter(pretty: true)
        writer.beginObject()
        string("$schema", schema, to: &writer)
        string("version", "2.1.0", to: &writer)
        writer.name("runs")
        writer.beginArray()
        writer.beginObject()
        writer.name("tool")
        writer.beginObject()
        writer.name("driver")
        writer.beginObject()
        string("name", CommandTable.program, to: &writer)
        string("version", CommandTable.version, to: &writer)
        writer.name("rules")
        writer.beginArray()
        for rule in known { write(rule, to: &writer) }
        for code in others {
            // A test holds every code to having a topic.
            if let topic = ExplainText.topic(code) {
                write(topic, to: &writer)
            } else {
                writer.beginObject()
                string("id", code, to: &writer)
                writer.endObject()
            }
        }
        writer.endArray()
        writer.endObject()
        writer.endObject()
        string("columnKind", "unicodeCodePoints", to: &writer)
        writer.name("results")
        writer.beginArray()
        for problem in check.problems {
            write(problem, rule: codes.firstIndex(of: problem.code) ?? 0, to: &writer)
        }
        writer.endArray()
        writer.endObject()
        writer.endArray()
        writer.endObject()
        return writer.bytes + [0x0A]
    }

    private static func write(_ rule: ExplainText.Topic, to writer: inout JSONWriter) {
        writer.beginObject()
        string("id", rule.code, to: &writer)
        text("shortDescription", rule.meaning, to: &writer)
        text("fullDescription", rule.breaks, to: &writer)
        text("help", rule.remedy, to: &writer)
        writer.name("defaultConfiguration")
        writer.beginObject()
        string("level", rule.level, to: &writer)
        writer.endObject()
        writer.endObject()
    }

    private static func write(_ problem: RegistryProblem, rule: Int, to writer: inout JSONWriter) {
        writer.beginObject()
        string("ruleId", problem.code, to: &writer)
        writer.name("ruleIndex")
        writer.integer(rule)
        string("level", problem.level.rawValue, to: &writer)
        text("message", problem.message, to: &writer)
        writer.name("locations")
        writer.beginArray()
        writer.beginObject()
        writer.name("physicalLocation")
        writer.beginObject()
        writer.name("artifactLocation")
        writer.beginObject()
        string("uri", uri(of: problem.file), to: &writer)
        writer.endObject()
        if let place = problem.place {
            writer.name("region")
            writer.beginObject()
            writer.name("startLine")
            writer.integer(place.line)
            writer.name("startColumn")
            writer.integer(place.column)
            writer.endObject()
        }
        writer.endObject()
        if !problem.pointer.isEmpty {
            writer.name("logicalLocations")
            writer.beginArray()
            writer.beginObject()
            string("fullyQualifiedName", problem.pointer, to: &writer)
            writer.endObject()
            writer.endArray()
        }
        writer.endObject()
        writer.endArray()
        writer.endObject()
    }

    /// A path as a URI reference (RFC 3986): relative stays relative, so that it is found in a checkout.
    static func uri(of path: String) -> String {
        var result = path.hasPrefix("/") ? "file://" : ""
        // A colon in the first part would make a scheme of it.
        if !path.hasPrefix("/"), path.prefix(while: { $0 != "/" }).contains(":") { result = "./" }
        for byte in path.utf8 {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "/"), UInt8(ascii: "-"), UInt8(ascii: "_"),
                UInt8(ascii: "."), UInt8(ascii: "~"), UInt8(ascii: ":"):
                result.unicodeScalars.append(Unicode.Scalar(byte))
            default:
                let digits = String(byte, radix: 16, uppercase: true)
                result += "%" + (digits.count == 1 ? "0" : "") + digits
            }
        }
        return result
    }

    private static func string(_ name: String, _ value: String, to writer: inout JSONWriter) {
        writer.name(name)
        writer.string(value)
    }

    private static func text(_ name: String, _ value: String, to writer: inout JSONWriter) {
        writer.name(name)
        writer.beginObject()
        string("text", value, to: &writer)
        writer.endObject()
    }
}
