import JSONText
import Registries

/// Why a text is no report.
public struct ReportReadError: Error, Equatable, Sendable {
    /// What is wrong, in one sentence.
    public var message: String
    /// Where, if it is at one place.
    public var place: JSONPlace?
    /// The JSON Pointer to it.
    public var pointer = ""
}

/// Reads the parts of a report, each with an error that says where it isn't as it has to be.
struct ReportReader {
    typealias ReadError = ReportReadError

    /// The formats of reports, and what writes them.
    private static let writers = [
        "msgreplay-audit": "msgreplay audit --format json", "msgreplay-migration": "msgreplay migrate --report",
    ]

    /// The root of a report.
    ///
    /// - Parameters:
    ///   - format: The report's format.
    func report(_ bytes: [UInt8], _ format: String) throws(ReadError) -> JSONValue {
        let document: JSONDocument
        do {
            document = try JSONDocument(bytes)
        } catch {
            throw ReadError(
                message: "this is no JSON: \(error.message)", place: JSONPlace(of: error.offset, in: bytes))
        }
        let root = document.root
        let found = root["format"]?.string
        guard found == format else {
            let isReport = found.map { Self.writers[$0] != nil } ?? false
            let expected = isReport ? [Self.writers[format] ?? ""] : Self.writers.values.sorted()
            throw ReadError(
                message: "this is no report of \(expected.map { "'\($0)'" }.joined(separator: " or "))")
        }
        guard root["version"]?.integer == 1 else {
            throw ReadError(
                message: "this report is of version \(root["version"]?.text ?? "?"); this msgreplay reads version 1",
                place: root["version"]?.place, pointer: "/version")
        }
        return root
    }

    /// The registry that a report was made with.
    func registry(_ root: JSONValue) throws(ReadError) -> RegistryLabel {
        let registry = try object(root, "registry")
        return RegistryLabel(
            name: try string(registry, "name"), version: try count(registry, "version"),
            fingerprint: try string(registry, "fingerprint"))
    }

    func member(_ value: JSONValue, _ name: String) throws(ReadError) -> JSONValue {
        guard let member = value[name] else {
            throw ReadError(message: "a member '\(name)' is missing", place: value.place, pointer: value.pointer)
        }
        return member
    }

    func failure(_ value: JSONValue, _ expected: String) -> ReadError {
        ReadError(
            message: "expected \(expected), found \(value.kind.description)", place: value.place, pointer: value.pointer
        )
    }

    func object(_ value: JSONValue, _ name: String) throws(ReadError) -> JSONValue {
        let member = try member(value, name)
        guard member.kind == .object else { throw failure(member, "an object") }
        return member
    }

    func array(_ value: JSONValue, _ name: String) throws(ReadError) -> [JSONValue] {
        let member = try member(value, name)
        guard member.kind == .array else { throw failure(member, "an array") }
        return member.elements
    }

    func string(_ value: JSONValue, _ name: String) throws(ReadError) -> String {
        let member = try member(value, name)
        guard let string = member.string else { throw failure(member, "a string") }
        return string
    }

    func optionalString(_ value: JSONValue, _ name: String) throws(ReadError) -> String? {
        guard let member = value[name], member.kind != .null else { return nil }
        guard let string = member.string else { throw failure(member, "a string or null") }
        return string
    }

    func boolean(_ value: JSONValue, _ name: String) throws(ReadError) -> Bool {
        let member = try member(value, name)
        guard let boolean = member.boolean else { throw failure(member, "true or false") }
        return boolean
    }

    /// A number of things. It is bounded so that sums of many reports can't overflow.
    func count(_ value: JSONValue, _ name: String) throws(ReadError) -> Int { try count(try member(value, name)) }

    func count(_ value: JSONValue) throws(ReadError) -> Int {
        guard let count = value.integer, (0...1 << 50).contains(count) else {
            throw failure(value, "a whole number from 0 to 2^50")
        }
        return count
    }

    func counts(_ value: JSONValue) throws(ReadError) -> OutcomeCounts {
        OutcomeCounts(
            decoded: try count(value, "decoded"), unknown: try count(value, "unknown"),
            malformed: try count(value, "malformed"))
    }

    func archive(_ value: JSONValue) throws(ReadError) -> ArchiveSummary {
        var damage: DamagePlace?
        if let member = value["damage"], member.kind != .null {
            damage = DamagePlace(
                file: try optionalString(member, "file"), offset: member["offset"].flatMap { UInt64($0.text) },
                line: member["line"]?.integer, message: try string(member, "message"))
        }
        return ArchiveSummary(
            path: try string(value, "path"), container: try string(value, "container"),
            compression: try string(value, "compression"), form: try string(value, "form"),
            files: try count(value, "files"), bytes: UInt64(try count(value, "bytes")),
            records: try count(value, "records"), filtered: try count(value, "filtered"),
            complete: try boolean(value, "complete"), damage: damage)
    }

    func type(_ value: JSONValue) throws(ReadError) -> TypeLabel {
        let type = try member(value, "type")
        switch type.kind {
        case .number: return .number(type.text)
        case .string: return .string(type.string ?? "")
        case .null: return value["name"]?.string == "other" || value["code"]?.string == "other" ? .other : .none
        default: throw failure(type, "a number, a string or null")
        }
    }

    func time(_ value: JSONValue, _ name: String) throws(ReadError) -> Int64? {
        guard let text = try optionalString(value, name) else { return nil }
        guard let time = Time.milliseconds(ofText: text) else { throw failure(value, "a time") }
        return time
    }

    func writtenAt(_ value: JSONValue) throws(ReadError) -> (versions: [VersionCount], partial: Int) {
        var versions: [VersionCount] = []
        var partial = 0
        for (name, member) in try object(value, "writtenAt").members {
            if name == "partial" {
                partial = try count(member)
            } else if let version = Int(name) {
                versions.count(version, by: try count(member))
            } else {
                throw failure(member, "a version's number as the name")
            }
        }
        return (versions, partial)
    }

    func typeRow(_ value: JSONValue) throws(ReadError) -> TypeRow {
        var row = TypeRow(type: try type(value), name: try optionalString(value, "name"))
        row.counts = try counts(value)
        row.upgradable = try count(value, "upgradable")
        (row.writtenAt, row.partial) = try writtenAt(value)
        for (pointer, member) in try object(value, "defaulted").members {
            row.defaulted.append(DefaultedCount(pointer: pointer, count: try count(member)))
        }
        row.first = try time(value, "first")
        row.last = try time(value, "last")
        let nested = try object(value, "nested")
        row.nested = try counts(nested)
        (row.nestedWrittenAt, row.nestedPartial) = try writtenAt(nested)
        return row
    }

    func finding(_ value: JSONValue) throws(ReadError) -> FindingRow {
        let outcome = try string(value, "outcome")
        guard let level = FindingLevel(rawValue: outcome) else {
            throw failure(try member(value, "outcome"), "malformed, unknown or warning")
        }
        var examples: [FindingExample] = []
        for example in try array(value, "examples") {
            examples.append(
                FindingExample(
                    archive: try count(example, "archive"), file: try string(example, "file"),
                    line: try count(example, "line"), messageID: try optionalString(example, "messageID"),
                    channel: try optionalString(example, "channel"),
                    seq: example["seq"].flatMap { $0.kind == .null ? nil : $0.string ?? $0.text },
                    pointer: try string(example, "pointer"), at: try optionalString(example, "at"),
                    detail: try string(example, "detail")))
        }
        return FindingRow(
            code: try string(value, "code"), level: level, place: try string(value, "place"), type: try type(value),
            pointer: try string(value, "pointer"), count: try count(value, "count"), examples: examples)
    }
}
