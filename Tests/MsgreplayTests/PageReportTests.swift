import MessageReplay
import Testing

@testable import msgreplay

@Suite struct HTMLReportTests {
    private func html(_ report: AuditReport, examples: Int = 3) -> String {
        String(decoding: HTMLReport.render(report, examples: examples), as: UTF8.self)
    }

    @Test func `reports read as their golden files`() {
        Golden.expect(html(SampleReport.shop), is: "shop.html")
        Golden.expect(html(SampleReport.hostile), is: "hostile.html")
        Golden.expect(html(SampleReport.years), is: "years.html")
    }

    @Test func `the page asks nobody for anything`() {
        for report in [SampleReport.shop, SampleReport.clean, SampleReport.hostile, SampleReport.years] {
            let page = html(report)
            for reference in ["http", "src=", "url(", "@import", "<link", "<script", "<iframe", "href="] {
                #expect(!page.contains(reference), "\(reference)")
            }
        }
    }

    @Test func `hostile text stays text`() {
        let page = html(SampleReport.hostile)
        #expect(page.contains("&lt;script&gt;alert(&#39;1&#39;)&lt;/script&gt;"))
        for scalar in page.unicodeScalars where scalar != "\n" {
            #expect(scalar.value >= 0x20 && scalar.value != 0x7F && !(0x202A...0x202E).contains(scalar.value))
        }
    }

    @Test(arguments: ["shop", "hostile", "years"]) func `every element is closed where it was opened`(name: String)
        throws
    {
        let page = try #require(Golden.contents(of: Golden.folder + name + ".html"))
        var open: [String] = []
        var rest = page[...]
        while let start = rest.firstIndex(of: "<") {
            let end = try #require(rest[start...].firstIndex(of: ">"))
            let tag = rest[rest.index(after: start)..<end]
            rest = rest[rest.index(after: end)...]
            if tag.hasPrefix("!") || tag.hasSuffix("/") { continue }
            let word = String(tag.prefix { $0 != " " && $0 != "\n" })
            if word.hasPrefix("/") {
                #expect(open.popLast() == String(word.dropFirst()), "\(tag)")
            } else if word != "meta" {
                open.append(word)
            }
        }
        #expect(open.isEmpty)
    }

    @Test func `a thousand types are shown and the rest counted`() {
        var report = SampleReport.clean
        report.types = (0..<1002).map { TypeRow(type: .number(String($0)), name: nil) }
        #expect(html(report).contains("and 2 more types"))
    }
}

@Suite struct MarkdownReportTests {
    private func markdown(_ report: AuditReport, examples: Int = 3) -> String {
        String(decoding: MarkdownReport.render(report, examples: examples), as: UTF8.self)
    }

    @Test func `reports read as their golden files`() {
        Golden.expect(markdown(SampleReport.shop), is: "shop.md")
        Golden.expect(markdown(SampleReport.hostile), is: "hostile.md")
        Golden.expect(markdown(SampleReport.clean), is: "clean.md")
    }

    @Test func `hostile text is no markup and mentions nobody`() {
        let text = markdown(SampleReport.hostile)
        #expect(!text.contains("<script"))
        #expect(!text.contains("@"))
        #expect(!text.contains("all`"))
    }

    @Test func `a report that is too large is cut, and says so`() {
        var report = SampleReport.hostile
        let long = String(repeating: "k|", count: 400)
        report.types = (0..<2000).map { TypeRow(type: .string("\($0)" + long), name: long) }
        report.findings = (0..<3000).map { index in
            FindingRow(
                code: "code-\(index)", level: .malformed, place: "record", type: .string(long), pointer: long, count: 1,
                examples: (0..<30).map {
                    FindingExample(archive: 0, file: long, line: $0, messageID: long, pointer: "/" + long, detail: long)
                })
        }
        report.archives = Array(repeating: report.archives[0], count: 500)
        let bytes = MarkdownReport.render(report, examples: 1000)
        #expect(bytes.count <= 60_000)
        let text = String(decoding: bytes, as: UTF8.self)
        #expect(text.contains("Left out for length"))
        #expect(text.contains("### What next"))
    }

    @Test func `every element is closed`() {
        let text = markdown(SampleReport.shop)
        for name in ["details", "summary", "code"] {
            let opened = text.split(separator: "<\(name)>", omittingEmptySubsequences: false).count
            let closed = text.split(separator: "</\(name)>", omittingEmptySubsequences: false).count
            #expect(opened == closed, "\(name)")
        }
    }
}
