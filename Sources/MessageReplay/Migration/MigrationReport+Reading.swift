import JSONText
import Registries

extension MigrationReport {
    /// Whether a text says of itself that it is a report of a migration.
    public static func isReport(_ bytes: [UInt8]) -> Bool {
        (try? JSONDocument(bytes))?.root["format"]?.string == format
    }

    private static let format = "msgreplay-migration"

    /// Reads a report that `json()` wrote.
    ///
    /// - Parameter bytes: The report's text.
    /// - Throws: Where it is no JSON, no migration report, of a version that isn't known, or incomplete.
    public init(json bytes: [UInt8]) throws(ReportReadError) {
        let reader = ReportReader()
        let root = try reader.report(bytes, Self.format)
        self.init(registry: try reader.registry(root))
        for value in try reader.array(root, "sources") { sources.append(try reader.archive(value)) }
        for value in try reader.array(root, "targets") { targets.append(try reader.target(value)) }
        records = try reader.count(root, "records")
        for value in try reader.array(root, "types") {
            types.append(
                MigrationTypeRow(
                    place: try reader.string(value, "place"), type: try reader.type(value),
                    name: try reader.optionalString(value, "name"), counts: try reader.migrationCounts(value)))
        }
        for value in try reader.array(root, "fields") {
            fields.append(
                MigrationField(
                    type: try reader.type(value), name: try reader.string(value, "name"),
                    pointer: try reader.string(value, "pointer"), kind: try reader.change(value),
                    count: try reader.count(value, "count")))
        }
        for value in try reader.array(root, "findings") { findings.append(try reader.finding(value)) }
        for value in try reader.array(root, "examples") {
            examples.append(
                MigrationExample(
                    kind: try reader.change(value), type: try reader.type(value),
                    place: try reader.string(value, "place"), file: try reader.string(value, "file"),
                    line: try reader.count(value, "line"), before: try reader.string(value, "before"),
                    after: try reader.string(value, "after")))
        }
        isCapped = root["capped"]?.boolean ?? false
        guard places.first(where: { $0.place == PayloadPlace.record.rawValue })?.counts.sum ?? 0 == records else {
            throw ReportReadError(message: "its records are not the sum of its types", pointer: "/records")
        }
    }
}

extension ReportReader {
    fileprivate func target(_ value: JSONValue) throws(ReadError) -> MigrationTarget {
        var target = MigrationTarget(
            path: try string(value, "path"), bytes: UInt64(try count(value, "bytes")), files: [], copied: [],
            isVerified: try boolean(value, "verified"))
        for file in try array(value, "files") {
            target.files.append(
                MigrationTarget.File(
                    path: try string(file, "path"), rows: try count(file, "rows"),
                    checksum: try string(file, "sha256")))
        }
        for path in try array(value, "copied") {
            guard let path = path.string else { throw failure(path, "a string") }
            target.copied.append(path)
        }
        return target
    }

    fileprivate func migrationCounts(_ value: JSONValue) throws(ReadError) -> MigrationCounts {
        var counts = MigrationCounts()
        for (name, count) in MigrationCounts.names { counts[keyPath: count] = try self.count(value, name) }
        return counts
    }

    fileprivate func change(_ value: JSONValue) throws(ReadError) -> UpgradeChange.Kind {
        guard let kind = UpgradeChange.Kind(rawValue: try string(value, "change")) else {
            throw failure(try member(value, "change"), "a kind of change")
        }
        return kind
    }
}
