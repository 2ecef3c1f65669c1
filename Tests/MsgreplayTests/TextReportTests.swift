import MessageReplay
import Testing

@testable import msgreplay

@Suite struct TextReportTests {
    private func text(_ report: AuditReport, width: Int = 80, colors: Bool = false, examples: Int = 3) -> String {
        String(
            decoding: TextReport.render(report, examples: examples, width: width, paint: Paint(isOn: colors)),
            as: UTF8.self)
    }

    @Test func `a report on a shop reads as its golden file`() {
        Golden.expect(text(SampleReport.shop), is: "shop.txt")
    }

    @Test func `a report on nothing but good says so`() {
        Golden.expect(text(SampleReport.clean), is: "clean.txt")
    }

    @Test func `damage, limits, filters and hostile text`() {
        Golden.expect(text(SampleReport.hostile), is: "hostile.txt")
    }

    @Test(arguments: [60, 80, 100]) func `no line is wider than asked for`(width: Int) {
        for line in text(SampleReport.shop, width: width).split(separator: "\n") {
            #expect(DisplayWidth.of(line) <= width, "\(line)")
        }
    }

    @Test func `colour changes nothing but colour`() {
        let colored = text(SampleReport.shop, colors: true)
        #expect(colored.contains("\u{1B}[31m"))
        var plain = ""
        var rest = colored[...]
        while let start = rest.firstIndex(of: "\u{1B}") {
            plain += rest[..<start]
            let end = rest[start...].firstIndex(of: "m") ?? rest.index(before: rest.endIndex)
            rest = rest[rest.index(after: end)...]
        }
        #expect(plain + rest == text(SampleReport.shop))
    }

    @Test func `examples are as many as asked for, none if none`() {
        #expect(!text(SampleReport.shop, examples: 0).contains("messages-000001.jsonl:"))
        #expect(text(SampleReport.shop, examples: 1).contains("messages-000001.jsonl:12 "))
        #expect(!text(SampleReport.shop, examples: 1).contains("messages-000001.jsonl:88 "))
    }

    @Test func `nothing alive of hostile text`() {
        for scalar in text(SampleReport.hostile).unicodeScalars where scalar != "\n" {
            #expect(scalar.value >= 0x20 && scalar.value != 0x7F && !(0x202A...0x202E).contains(scalar.value))
        }
    }
}
