import JSONText
import Testing

@testable import ContentSchema

@Suite("Names and numbers in the order in which they come")
struct NameIndexTests {
    @Test("a name keeps its number, however many there are", arguments: [0, 1, 7, 8, 9, 15, 16, 17, 1000])
    func numbers(count: Int) {
        var index = NameIndex()
        // Names that begin alike, and have like lengths.
        let names = (0..<count).map { Array("a long beginning \($0)".utf8) }
        for (number, name) in names.enumerated() {
            #expect(index.number(of: name) == nil)
            let taken = index.insert(name)
            #expect(taken.number == number)
            #expect(taken.isNew)
        }
        for (number, name) in names.enumerated() {
            #expect(index.number(of: name) == number)
            let again = index.insert(name)
            #expect(again.number == number)
            #expect(!again.isNew)
        }
        #expect(index.names == names)
        #expect(!index.contains(Array("a long beginning".utf8)))
        #expect(!index.contains([]))
    }

    @Test("numbers that share low bits keep their places")
    func places() {
        var index = NumberIndex()
        let keys = (0..<1000).map { UInt64($0) << 32 | 7 }
        for (place, key) in keys.enumerated() {
            #expect(index.place(of: key) == nil)
            #expect(index.insert(key).place == place)
        }
        for (place, key) in keys.enumerated() {
            #expect(index.place(of: key) == place)
            #expect(!index.insert(key).isNew)
        }
    }

    @Test("of members with one name the last one counts", arguments: [3, 40])
    func members(count: Int) throws {
        let members = (0..<count).map { #""n\#($0 % 30)": \#($0)"# }.joined(separator: ", ")
        let object = try JSONDocument(Array(#"{\#(members), "\u006E1": 100}"#.utf8)).root
        let named = NamedMembers(of: object)
        for number in 0..<count {
            let name = "n\(number % 30)"
            #expect(named[Array(name.utf8)]?.integer == object[name]?.integer)
        }
        #expect(named[Array("n1".utf8)]?.integer == 100)
        #expect(named[Array("n99".utf8)] == nil)
        #expect(named.names.count == min(count, 30))
        #expect(NamedMembers(of: nil)[[]] == nil)
    }
}
