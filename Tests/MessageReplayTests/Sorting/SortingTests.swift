import Archives
import TestSupport
import Testing

@testable import MessageReplay

/// Records that don't fit into memory, held against an array's sort.
struct SortingTests {
    struct Record: Equatable {
        var key: SortKey
        var body: [UInt8]
    }

    /// Draws records with many equal keys, a body that says which one it is, and now and then a large one.
    static func records(_ count: Int, seed: Int, largest: Int) -> [Record] {
        var random = SeededRandom(seed)
        return (0..<count).map { index in
            let key = SortKey(first: random.next() % 7, second: random.next() % 50, third: random.next() % 3)
            let size = random.next() % 97 == 0 ? Int(random.next() % UInt64(largest)) : Int(random.next() % 40)
            return Record(key: key, body: Array("\(index) ".utf8) + (0..<size).map { UInt8(($0 + index) & 0xFF) })
        }
    }

    static func sorted(_ records: [Record]) -> [Record] {
        records.enumerated().sorted {
            $0.element.key != $1.element.key ? $0.element.key < $1.element.key : $0.offset < $1.offset
        }.map(\.element)
    }

    static func sorter(_ records: [Record], memory: Int) throws -> ExternalSorter {
        let sorter = ExternalSorter(memory: memory, in: nil)
        for record in records { try sorter.add(record.key, record.body.span) }
        return sorter
    }

    static func all(_ sorted: SortedRecords) throws -> [Record] {
        var found: [Record] = []
        var piece: [UInt8] = []
        while let header = try sorted.next() {
            var body: [UInt8] = []
            while try sorted.nextPiece(&piece) {
                #expect(piece.count <= SortedRecords.pieceSize)
                body += piece
            }
            #expect(body.count == header.count)
            found.append(Record(key: header.key, body: body))
        }
        return found
    }

    @Test(arguments: [1 << 30, 1 << 20, 64 << 10, 4096, 512, 1])
    func anyMemoryGivesTheSameOrder(memory: Int) throws {
        let seed = Seeds.one(7)
        let records = Self.records(memory < 4096 ? 300 : 800, seed: seed, largest: 100_000)
        let found = try Self.all(Self.sorter(records, memory: memory).sorted())
        #expect(found == Self.sorted(records), "seed \(seed)")
    }

    @Test func bodiesMayBePassedOver() throws {
        let records = Self.records(1000, seed: 5, largest: 100_000)
        let sorted = try Self.sorter(records, memory: 100_000).sorted()
        var keys: [SortKey] = []
        var piece: [UInt8] = []
        while let header = try sorted.next() {
            keys.append(header.key)
            if keys.count % 3 == 0 { _ = try sorted.nextPiece(&piece) }
        }
        #expect(keys == Self.sorted(records).map(\.key))
    }

    @Test func nothingIsSortedIntoNothing() throws {
        #expect(try Self.all(Self.sorter([], memory: 10).sorted()).isEmpty)
    }

    @Test func signedNumbersSortAsNumbers() {
        let numbers: [Int64] = [.min, -5, -1, 0, 1, 7, .max]
        #expect(numbers.map(SortKey.order) == numbers.map(SortKey.order).sorted())
        #expect(numbers.map { SortKey.number(of: SortKey.order(of: $0)) } == numbers)
    }

    @Test func aFolderWithoutRoomIsNamed() throws {
        let records = Self.records(50, seed: 1, largest: 100)
        do {
            let sorter = ExternalSorter(memory: 100, in: "/no/such/folder")
            for record in records { try sorter.add(record.key, record.body.span) }
            Issue.record("it sorted in a folder that isn't there")
        } catch {
            guard case .cannotSpool(let folder, _) = error else { throw error }
            #expect(folder == "/no/such/folder")
            #expect("\(error)".contains("/no/such/folder"))
        }
    }

    // MARK: The index

    @Test(arguments: [(1 << 20, 16 << 10, 1 << 16), (2000, 256, 1 << 16), (2000, 64, 4), (100_000, 1, 1 << 16)])
    func lookupsFindTheLastValue(memory: Int, blockSize: Int, mostBlocks: Int) throws {
        let records = Self.records(1500, seed: 11, largest: 50_000)
        var expected: [[UInt64]: Record] = [:]
        for record in Self.sorted(records) { expected[[record.key.first, record.key.second]] = record }
        let index = try SortedIndex(
            Self.sorter(records, memory: memory), in: nil, blockSize: blockSize, mostBlocks: mostBlocks)
        #expect(index.count == expected.count)
        var cursor = SortedIndexCursor(index)
        var value: [UInt8] = []
        var random = SeededRandom(3)
        let inOrder = (0..<9).flatMap { first in (0..<52).map { (UInt64(first), UInt64($0)) } }
        let shuffled = (0..<500).map { _ in (random.next() % 9, random.next() % 52) }
        for (first, second) in inOrder + shuffled {
            let key = try cursor.find(first, second, into: &value)
            let wanted = expected[[first, second]]
            #expect(key == wanted?.key)
            if let wanted { #expect(value == wanted.body) }
        }
    }

    @Test func anEmptyIndexFindsNothing() throws {
        var cursor = SortedIndexCursor(.empty)
        var value: [UInt8] = []
        #expect(try cursor.find(1, 1, into: &value) == nil)
    }
}
