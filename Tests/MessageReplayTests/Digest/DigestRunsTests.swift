import Testing

@testable import MessageReplay

@Suite("Counts of a digest")
struct DigestRunsTests {
    /// A count that is added, and what the whole of it has to come to.
    private struct Sheet {
        struct Key: Hashable {
            var label: [UInt8]
            var kind: UInt8
            var name: [UInt8]
        }

        var messages: [Key: Int] = [:]
        var facts: [Key: DigestTable.Facts] = [:]
        var digests: [Key: [UInt8]] = [:]

        /// The rows in their order.
        var rows: [DigestRow] {
            messages.keys.sorted { left, right in
                if left.label != right.label { return left.label.lexicographicallyPrecedes(right.label) }
                if left.kind != right.kind { return left.kind < right.kind }
                return left.name.lexicographicallyPrecedes(right.name)
            }.map { key in
                DigestRow(
                    label: key.label, kind: DigestTable.Kind(rawValue: key.kind) ?? .sender, name: key.name,
                    messages: messages[key] ?? 0, facts: facts[key] ?? DigestTable.Facts(), digest: digests[key] ?? [])
            }
        }
    }

    /// Counts random messages into chunks' tables and, message by message, into a sheet.
    private func make(_ chunks: Int, groups: Int) -> (tables: [DigestTable], sheet: Sheet) {
        var sheet = Sheet()
        var tables: [DigestTable] = []
        for chunk in 0..<chunks {
            var table = DigestTable()
            for line in 0..<Int.random(in: 0...40) {
                var label: [UInt8] = []
                DigestLabel.set(&label) { $0 += "g\(Int.random(in: 0..<groups))".utf8 }
                let group = table.group(label.span)
                let word = Array("w\(Int.random(in: 0..<9))".utf8)
                table.add(to: group, .word, word.span, hash: DigestTable.hash(.word, word.span))
                sheet.messages[Sheet.Key(label: label, kind: 3, name: word), default: 0] += 1
                var facts = DigestTable.Facts()
                if Bool.random() {
                    facts.first = Int64.random(in: 1...9)
                    facts.last = facts.first
                }
                facts.unknown = Int.random(in: 0...1)
                facts.latestLine = line
                let sender = Array("u\(Int.random(in: 0..<3))".utf8)
                let digest = Array("\(chunk).\(line)".utf8) + (Bool.random() ? [] : Array("longer".utf8))
                table.add(
                    to: group, .sender, sender.span, hash: DigestTable.hash(.sender, sender.span), facts,
                    digest: digest.span)
                facts.latestLine += chunk * 100
                let key = Sheet.Key(label: label, kind: 0, name: sender)
                sheet.messages[key, default: 0] += 1
                var kept = sheet.facts[key] ?? DigestTable.Facts()
                // Lines only grow here, so the latest is the one with the largest time, and of those the last.
                if kept.latestLine < 0 || facts.last >= kept.last {
                    kept.latestLine = facts.latestLine
                    sheet.digests[key] = digest
                }
                kept.unknown += facts.unknown
                kept.last = max(kept.last, facts.last)
                if facts.first != DigestTable.Facts.noTime {
                    kept.first = kept.first == DigestTable.Facts.noTime ? facts.first : min(kept.first, facts.first)
                }
                sheet.facts[key] = kept
            }
            tables.append(table)
        }
        return (tables, sheet)
    }

    private func read(_ rows: DigestRows) throws -> [DigestRow] {
        var found: [DigestRow] = []
        while try rows.next() { found.append(rows.row) }
        return found
    }

    private func expectSame(_ found: [DigestRow], _ expected: [DigestRow]) {
        #expect(found.count == expected.count)
        for (found, expected) in zip(found, expected) {
            #expect(found.isSame(as: expected))
            #expect(found.messages == expected.messages)
            #expect(found.digest == expected.digest)
            let (left, right) = (found.facts, expected.facts)
            #expect(left.unknown == right.unknown && left.first == right.first && left.last == right.last)
            #expect(left.latestLine == right.latestLine)
        }
    }

    @Test(arguments: [1, 4096, 1 << 20])
    func `counts are the same however little memory there is`(memory: Int) throws {
        for groups in [1, 7, 200] {
            let (tables, sheet) = make(40, groups: groups)
            let runs = DigestRuns(memory: memory, in: nil)
            for (chunk, table) in tables.enumerated() { try runs.merge(table, after: chunk * 100) }
            expectSame(try read(try runs.rows()), sheet.rows)
        }
    }

    @Test func `runs of runs are merged too`() throws {
        // Every chunk is a run, and there are more than two levels of them.
        let (tables, sheet) = make(600, groups: 20)
        let runs = DigestRuns(memory: 1, in: nil)
        for (chunk, table) in tables.enumerated() { try runs.merge(table, after: chunk * 100) }
        expectSame(try read(try runs.rows()), sheet.rows)
    }

    @Test func `merging is associative`() throws {
        let (tables, _) = make(3, groups: 5)
        var left = DigestTable()
        for (chunk, table) in tables.enumerated() { left.merge(table, after: chunk * 100) }
        var tail = DigestTable()
        tail.merge(tables[1], after: 0)
        tail.merge(tables[2], after: 100)
        var right = DigestTable()
        right.merge(tables[0], after: 0)
        right.merge(tail, after: 100)
        expectSame(try read(DigestRows(left)), try read(DigestRows(right)))
    }

    @Test func `an emptied table counts anew`() throws {
        let (tables, _) = make(2, groups: 5)
        var table = DigestTable()
        table.merge(tables[0], after: 0)
        table.removeAll()
        #expect(table.isEmpty)
        table.merge(tables[1], after: 0)
        expectSame(try read(DigestRows(table)), try read(DigestRows(tables[1])))
    }

    @Test func `labels sort as reports do`() {
        let types: [TypeLabel] = [
            .number("-18446744073709551616"), .number("-10"), .number("-9"), .number("0"), .number("9"), .number("10"),
            .number("10001"), .number("18446744073709551616"), .string(""), .string("10"), .string("9"), .string("é"),
            .string("a\u{0}b"), .none,
        ]
        var labels: [[UInt8]] = []
        for type in types {
            var label: [UInt8] = []
            DigestLabel.set(&label, type)
            #expect(DigestLabel.read(label) == type)
            labels.append(label)
        }
        let sorted = labels.sorted { $0.lexicographicallyPrecedes($1) }
        // Of strings, é comes after a.
        #expect(sorted.map(DigestLabel.read).dropLast(4) == types.dropLast(4))
        #expect(sorted.last == labels.last)
        #expect(DigestLabel.whole.lexicographicallyPrecedes(sorted[0]))
    }
}
