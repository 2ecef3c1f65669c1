import JSONText
import Registries

extension AuditReport {
    /// Reads a report that `json()` wrote.
    ///
    /// - Parameter bytes: The report's text.
    /// - Throws: Where it is no JSON, no audit report, of a version that isn't known, or incomplete.
    public init(json bytes: [UInt8]) throws(ReportReadError) {
        let reader = ReportReader()
        let root = try reader.report(bytes, "msgreplay-audit")
        self.init(registry: try reader.registry(root))
        for value in try reader.array(root, "archives") { archives.append(try reader.archive(value)) }
        totals = try reader.counts(root)
        nested = try reader.counts(try reader.object(root, "nested"))
        for (name, value) in try reader.object(root, "carriers").members {
            carriers.append(
                CarrierTally(name: name, counts: try reader.counts(value), preview: try reader.count(value, "preview")))
        }
        for value in try reader.array(root, "types") { types.append(try reader.typeRow(value)) }
        for value in try reader.array(root, "months") {
            months.append(MonthRow(month: try reader.string(value, "month"), counts: try reader.counts(value)))
        }
        for value in try reader.array(root, "findings") { findings.append(try reader.finding(value)) }
        isCapped = root["capped"]?.boolean ?? false
        guard try reader.count(root, "records") == records else {
            throw ReportReadError(message: "its records are not the sum of its outcomes", pointer: "/records")
        }
    }
}
