import MessageReplay

/// Reports made by hand for the renderers.
enum SampleReport {
    /// A bundle of a shop with every kind of fault.
    static var shop: AuditReport {
        var report = AuditReport(
            registry: RegistryLabel(
                name: "shop", version: 3,
                fingerprint: "3f2a91c0d4e5b6a7980123456789abcdef0123456789abcdef0123456789abcd"))
        report.archives = [
            ArchiveSummary(
                path: "shop-export.tar.gz", container: "tar", compression: "gzip", form: "wkdb", files: 6,
                bytes: 8_936_048, records: 100_000)
        ]
        report.totals = OutcomeCounts(decoded: 98_026, unknown: 721, malformed: 1253)
        report.nested = OutcomeCounts(decoded: 9000, unknown: 0, malformed: 12)
        report.carriers = [
            CarrierTally(
                name: "meta.channel_latest", counts: OutcomeCounts(decoded: 197, unknown: 1, malformed: 0), preview: 2),
            CarrierTally(name: "meta.message_updates", counts: OutcomeCounts(decoded: 20, unknown: 0, malformed: 0)),
        ]
        report.types = [text, order, image, unknownNumber, unknownString, untyped, onlyNested]
        report.months = [
            MonthRow(month: "2021-01", counts: OutcomeCounts(decoded: 40_110, unknown: 300, malformed: 512)),
            MonthRow(month: "2021-02", counts: OutcomeCounts(decoded: 30_000, unknown: 421, malformed: 700)),
            MonthRow(month: "2021-03", counts: OutcomeCounts(decoded: 27_916, unknown: 0, malformed: 41)),
        ]
        report.findings = findings
        return report
    }

    private static var text: TypeRow {
        var row = TypeRow(type: .number("1"), name: "text")
        row.counts = OutcomeCounts(decoded: 72_318, unknown: 0, malformed: 402)
        row.writtenAt = [VersionCount(version: 1, count: 72_318)]
        row.first = 1_609_459_255_871
        row.last = 1_617_235_199_000
        return row
    }

    private static var order: TypeRow {
        var row = TypeRow(type: .number("10001"), name: "order")
        row.counts = OutcomeCounts(decoded: 9834, unknown: 0, malformed: 379)
        row.upgradable = 31
        row.writtenAt = [
            VersionCount(version: 1, count: 5889), VersionCount(version: 2, count: 3011),
            VersionCount(version: 3, count: 934),
        ]
        row.defaulted = [
            DefaultedCount(pointer: "/currency", count: 5889), DefaultedCount(pointer: "/items/*/source", count: 17),
        ]
        row.first = 1_609_459_300_000
        row.last = 1_617_230_000_000
        row.nested = OutcomeCounts(decoded: 3100, unknown: 0, malformed: 12)
        row.nestedWrittenAt = [VersionCount(version: 1, count: 3100)]
        return row
    }

    private static var image: TypeRow {
        var row = TypeRow(type: .number("2"), name: "图片消息")
        row.counts = OutcomeCounts(decoded: 15_874, unknown: 0, malformed: 220)
        row.writtenAt = [VersionCount(version: 1, count: 15_000)]
        row.partial = 874
        return row
    }

    private static var unknownNumber: TypeRow {
        var row = TypeRow(type: .number("20099"), name: nil)
        row.counts = OutcomeCounts(decoded: 0, unknown: 700, malformed: 0)
        return row
    }

    private static var unknownString: TypeRow {
        var row = TypeRow(type: .string("order_update"), name: nil)
        row.counts = OutcomeCounts(decoded: 0, unknown: 21, malformed: 0)
        return row
    }

    private static var untyped: TypeRow {
        var row = TypeRow(type: .none, name: nil)
        row.counts = OutcomeCounts(decoded: 0, unknown: 0, malformed: 252)
        return row
    }

    private static var onlyNested: TypeRow {
        var row = TypeRow(type: .number("7"), name: "card")
        row.nested = OutcomeCounts(decoded: 5900, unknown: 0, malformed: 0)
        row.nestedWrittenAt = [VersionCount(version: 1, count: 5900)]
        return row
    }

    private static let file = "message/messages-000001.jsonl"

    private static var findings: [FindingRow] {
        [
            FindingRow(
                code: "type-unknown", level: .unknown, place: "record", type: .number("20099"), pointer: "/type",
                count: 700,
                examples: [
                    example(3, "1152921504606846979", "2:g00001", "4", "/type", "type 20099 is not in shop@3"),
                    example(40, "1152921504606847016", "2:g00001", "41", "/type", "type 20099 is not in shop@3"),
                ]),
            FindingRow(
                code: "field-type", level: .malformed, place: "record", type: .number("10001"), pointer: "/title",
                count: 199,
                examples: [
                    example(12, "1152921504607541547", "2:g00001", "12", "/title", "expected string, found integer 7"),
                    example(88, "1152921504607541623", "2:g00001", "88", "/title", "expected string, found integer 8"),
                    example(91, "1152921504607541626", "1:u1@u2", "3", "/title", "expected string, found null"),
                ]),
            FindingRow(
                code: "field-type", level: .malformed, place: "record", type: .number("10001"),
                pointer: "/items/*/quantity", count: 180,
                examples: [
                    example(
                        55, "1152921504607541590", "2:g00001", "55", "/items/2/quantity",
                        "expected integer, found string \"two\"")
                ]),
            FindingRow(
                code: "field-missing", level: .malformed, place: "nested", type: .number("10001"), pointer: "/order_id",
                count: 12,
                examples: [
                    FindingExample(
                        archive: 0, file: file, line: 700, messageID: "1152921504607542235", channel: "2:g00002",
                        seq: "9", pointer: "/order_id", at: "/reply/payload/order_id", detail: "required, but not there"
                    )
                ]),
            FindingRow(
                code: "payload-not-json", level: .malformed, place: "record", type: .none, pointer: "", count: 252,
                examples: [
                    example(
                        77, "1152921504607541612", "2:g00001", "77", "",
                        "byte 31: expected the end of a string; found the end of the payload")
                ]),
            FindingRow(
                code: "sequence-broken", level: .warning, place: "record", type: .none, pointer: "", count: 2,
                examples: [
                    example(912, "1152921504607543000", "2:g00009", "14", "", "follows 12; 13 is not there")
                ]),
        ]
    }

    private static func example(
        _ line: Int, _ id: String, _ channel: String, _ seq: String, _ pointer: String, _ detail: String
    ) -> FindingExample {
        FindingExample(
            archive: 0, file: file, line: line, messageID: id, channel: channel, seq: seq, pointer: pointer,
            detail: detail)
    }

    /// Everything is well.
    static var clean: AuditReport {
        var report = AuditReport(registry: RegistryLabel(name: "wukongim", version: 1, fingerprint: "00ff"))
        report.archives = [
            ArchiveSummary(
                path: "-", container: "file", compression: "none", form: "api", files: 1, bytes: 812, records: 1)
        ]
        report.totals = OutcomeCounts(decoded: 1)
        var row = TypeRow(type: .number("1"), name: "text")
        row.counts = OutcomeCounts(decoded: 1)
        row.writtenAt = [VersionCount(version: 1, count: 1)]
        row.first = 1_609_459_255_871
        row.last = 1_609_459_255_871
        report.types = [row]
        report.months = [MonthRow(month: "2021-01", counts: OutcomeCounts(decoded: 1))]
        return report
    }

    /// Three and a half years in two archives, with a gap.
    static var years: AuditReport {
        var report = shop
        report.archives.append(
            ArchiveSummary(
                path: "older/messages-of-the-community-and-its-topics-2019-2022.jsonl.gz", container: "file",
                compression: "gzip", form: "api", files: 1, bytes: 1_293_048, records: 400, filtered: 12,
                complete: false))
        report.months = (0..<42).filter { $0 != 20 && $0 != 21 }.map { index in
            let month = index % 12 + 1
            let count = 1200 + index * 310 + (index * 7919) % 2400
            return MonthRow(
                month: "\(2019 + index / 12)-\(month < 10 ? "0" : "")\(month)",
                counts: OutcomeCounts(
                    decoded: count, unknown: index > 30 ? count / 8 : 0, malformed: index == 17 ? 3000 : count / 90))
        }
        return report
    }

    /// Two archives, one of them damaged, the other ended by a limit; filters; text that wants out of its place.
    static var hostile: AuditReport {
        let evil = "\u{1B}]0;x\u{7}\u{202E}<script>alert('1')</script>|`@all`\u{2066}\n# x\u{200B}&\"=cmd"
        var report = AuditReport(registry: RegistryLabel(name: evil, version: 2, fingerprint: evil))
        report.archives = [
            ArchiveSummary(
                path: evil, container: evil, compression: evil, form: evil, files: 1, bytes: 10, records: 1,
                filtered: 9, complete: false,
                damage: DamagePlace(file: evil, offset: 81_920, line: 7, message: "the gzip stream ends early " + evil)),
            ArchiveSummary(
                path: "b.jsonl", container: "file", compression: "none", form: "wkdb", files: 1, bytes: 10, records: 1,
                complete: false),
        ]
        report.totals = OutcomeCounts(decoded: 0, unknown: 1, malformed: 1)
        report.carriers = [CarrierTally(name: evil, counts: OutcomeCounts(unknown: 1))]
        var row = TypeRow(type: .string(evil), name: evil)
        row.counts = OutcomeCounts(unknown: 1, malformed: 1)
        row.defaulted = [DefaultedCount(pointer: evil, count: 1)]
        row.first = Int64.min
        row.last = Int64.max
        report.types = [row]
        report.months = [
            MonthRow(month: evil, counts: OutcomeCounts(unknown: 1)),
            MonthRow(month: "2021-02", counts: OutcomeCounts(malformed: 1)),
        ]
        report.findings = [
            FindingRow(
                code: "type-unknown", level: .unknown, place: evil, type: .string(evil), pointer: evil, count: 1,
                examples: [
                    FindingExample(
                        archive: 1, file: evil, line: 1, messageID: evil, channel: evil, seq: evil, pointer: evil,
                        at: evil, detail: evil)
                ]),
            FindingRow(
                code: evil, level: .malformed, place: "record", type: .other, pointer: evil, count: 1, examples: []),
        ]
        report.isCapped = true
        return report
    }
}
