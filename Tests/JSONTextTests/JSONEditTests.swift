import JSONText
import Testing

@Suite struct JSONEditTests {
    /// Edits a text, and checks that the result is JSON.
    private func edited(_ text: String, _ plan: (inout Sheet) throws -> Void) throws -> String {
        var sheet = try Sheet(text)
        try plan(&sheet)
        return try sheet.applied()
    }

    // MARK: Inserting

    @Test(arguments: [
        (#"{}"#, #"{"x":1}"#),
        (#" { } "#, #" {"x":1 } "#),
        (#"{"a":0}"#, #"{"a":0,"x":1}"#),
        ("{\n  \"a\" : [ ] ,\n  \"b\": {\"c\":2}\n}\n", "{\n  \"a\" : [ ] ,\n  \"b\": {\"c\":2},\"x\":1\n}\n"),
    ])
    func aMemberGoesRightBehindTheLastValue(text: String, expected: String) throws {
        #expect(try edited(text) { try $0.insert("x", " 1 ", into: "") } == expected)
    }

    @Test func membersStandInTheOrderOfTheCallsAtEveryDepth() throws {
        let text = #"{"a": [ {"b": 0 } , {}]}"#
        let result = try edited(text) {
            try $0.insert("y", "[ ]", into: "/a/1")
            try $0.insert("q\"é\n", "2", into: "/a/0")
            try $0.insert("z", "null", into: "")
            try $0.insert("x", "\"s\"", into: "/a/1")
            try $0.append("7", to: "/a")
        }
        #expect(result == #"{"a": [ {"b": 0,"q\"é\n":2 } , {"y":[ ],"x":"s"},7],"z":null}"#)
    }

    @Test func whatIsNoJSONIsRefusedAndLeavesTheEditAsItWas() throws {
        var sheet = try Sheet(#"{"a":0}"#)
        #expect(throws: JSONEditError.self) { try sheet.insert("x", "1,", into: "") }
        #expect(throws: JSONEditError.self) { try sheet.insert("x", "", into: "") }
        #expect(throws: JSONEditError.self) { try sheet.replace("/a", with: "{\"b\":}") }
        #expect(sheet.failure { try $0.insert("x", "[1 2]", into: "") }?.offset == 3)
        #expect(sheet.failure { try $0.insert([0x61, 0xFF], "1", into: "") }?.reason == .invalidName)
        #expect(sheet.failure { try $0.rename("/a", to: [0xED, 0xA0, 0x80]) }?.reason == .invalidName)
        #expect(sheet.failure { try $0.insert("x", "1", into: "/a") }?.reason == .notAnObject)
        #expect(sheet.failure { try $0.append("1", to: "") }?.reason == .notAnArray)
        #expect(sheet.edit.isEmpty)
        #expect(try sheet.applied() == sheet.text)
        try sheet.insert("x", "1", into: "")
        #expect(try sheet.applied() == #"{"a":0,"x":1}"#)
    }

    // MARK: Removing

    @Test(arguments: [
        ("/a", #"{ "b" :2 , "c":3 }"#), ("/b", #"{ "a": 1 , "c":3 }"#), ("/c", #"{ "a": 1, "b" :2 }"#),
    ])
    func aMemberGoesWithItsComma(pointer: String, expected: String) throws {
        #expect(try edited(#"{ "a": 1, "b" :2 , "c":3 }"#) { try $0.remove(pointer) } == expected)
    }

    @Test(arguments: [
        (["/a", "/b"], #"{ "c":3 }"#), (["/b", "/c"], #"{ "a": 1 }"#), (["/c", "/a"], #"{ "b" :2 }"#),
        (["/c", "/b", "/a"], #"{  }"#),
    ])
    func neighboursGoTogether(pointers: [String], expected: String) throws {
        let result = try edited(#"{ "a": 1, "b" :2 , "c":3 }"#) { for pointer in pointers { try $0.remove(pointer) } }
        #expect(result == expected)
    }

    @Test func elementsGoAsMembersDo() throws {
        #expect(try edited("[ 1 , 2,\t3 ]") { try $0.remove("/1") } == "[ 1,\t3 ]")
        #expect(try edited("[ 1 , 2,\t3 ]") { try $0.remove("/0") } == "[ 2,\t3 ]")
        #expect(try edited("[ 1 ]") { try $0.remove("/0") } == "[  ]")
        let both = try edited("[ 1 , 2,\t3 ]") {
            try $0.remove("/2")
            try $0.append("4", to: "")
        }
        #expect(both == "[ 1 , 2,4 ]")
    }

    @Test func theLastGoesAndAnotherComes() throws {
        let last = try edited("{\n  \"a\": 1,\n  \"b\": 2\n}") {
            try $0.remove("/b")
            try $0.insert("x", "3", into: "")
        }
        #expect(last == "{\n  \"a\": 1,\"x\":3\n}")
        let only = try edited("{\n  \"a\": 1\n}") {
            try $0.insert("x", "3", into: "")
            try $0.remove("/a")
        }
        #expect(only == "{\n  \"x\":3\n}")
    }

    // MARK: Renaming, replacing, moving, copying

    @Test func onlyTheNameChanges() throws {
        #expect(try edited(#"{ "\u0061" : 1,"b":2}"#) { try $0.rename("/a", to: "t\"") } == #"{ "t\"" : 1,"b":2}"#)
        // A name that it has already keeps its spelling, also after a detour.
        var sheet = try Sheet(#"{ "\u0061" : 1}"#)
        try sheet.rename("/a", to: "z")
        try sheet.rename("/a", to: "a")
        #expect(!sheet.edit.isEmpty)
        #expect(try sheet.applied() == sheet.text)
        #expect(sheet.isChanged == false)
    }

    @Test func onlyTheValueChanges() throws {
        let text = "{\"a\": [1, {\"b\":\t2 }] }"
        #expect(try edited(text) { try $0.replace("/a/1/b", with: "\"z\"") } == "{\"a\": [1, {\"b\":\t\"z\" }] }")
        #expect(try edited(text) { try $0.replace("/a", with: " {} ") } == "{\"a\": {} }")
        #expect(try edited(" 1 ") { try $0.replace("", with: "[]") } == " [] ")
        let twice = try edited(text) {
            try $0.replace("/a/0", with: "8")
            try $0.replace("/a", with: "9")
            try $0.replace("/a", with: "10")
        }
        #expect(twice == "{\"a\": 10 }")
    }

    @Test func aMoveWithinOneObjectIsANewName() throws {
        #expect(try edited(#"{"a" :1, "b":2}"#) { try $0.move("/a", to: "t", into: "") } == #"{"t" :1, "b":2}"#)
        // Copied bytes keep their spelling; the edits inside go along.
        let moved = try edited(#"{"a" : {"n": 1.50, "m":"\u00e9"}, "o":{ }}"#) {
            try $0.insert("x", "0", into: "/a")
            try $0.move("/a", to: "t", into: "/o")
            try $0.remove("/a/n")
            try $0.rename("/a", to: "u")
        }
        #expect(moved == #"{"o":{"u":{"m":"\u00e9","x":0} }}"#)
        let converted = try edited(#"{"amount": "12", "o":{}}"#) {
            try $0.move("/amount", to: "sum", into: "/o")
            try $0.replace("/amount", with: "12")
        }
        #expect(converted == #"{"o":{"sum":12}}"#)
    }

    @Test func aMemberMovesOnAndBack() throws {
        let text = #"{"a":1,"o":{},"p":{}}"#
        let plan: [(String, String, String)] = [
            ("/o", "/p", #"{"o":{},"p":{"z":1}}"#), ("/o", "/o", #"{"o":{"z":1},"p":{}}"#),
            ("/o", "", #"{"o":{},"p":{},"z":1}"#),
        ]
        for (first, second, expected) in plan {
            let result = try edited(text) {
                try $0.move("/a", to: "y", into: first)
                try $0.move("/a", to: "z", into: second)
            }
            #expect(result == expected)
        }
        let removed = try edited(text) {
            try $0.move("/a", to: "y", into: "/o")
            try $0.remove("/a")
        }
        #expect(removed == #"{"o":{},"p":{}}"#)
    }

    @Test func movesChain() throws {
        // Into an object that moves itself, and out of one that is removed.
        let chained = try edited(#"{"street":"x","customer":{ },"buyer":{}}"#) {
            try $0.move("/street", to: "street", into: "/customer")
            try $0.move("/customer", to: "who", into: "/buyer")
        }
        #expect(chained == #"{"buyer":{"who":{"street":"x" }}}"#)
        let saved = try edited(#"{"old":{"keep":[ 1 ],"rest":2}}"#) {
            try $0.move("/old/keep", to: "kept", into: "")
            try $0.remove("/old")
            try $0.append("2", to: "/old/keep")
        }
        #expect(saved == #"{"kept":[ 1,2 ]}"#)
        // Into what was in it before.
        let turned = try edited(#"{"a":{"b":{ },"c":1}}"#) {
            try $0.move("/a/b", to: "b", into: "")
            try $0.move("/a", to: "a", into: "/a/b")
        }
        #expect(turned == #"{"b":{"a":{"c":1} }}"#)
    }

    @Test func aCopyIsTheValueAsItIsThen() throws {
        let text = #"{"a": { "b":1 }, "o":{}}"#
        let result = try edited(text) {
            try $0.copy("/a", to: "first", into: "/o")
            try $0.insert("x", "2", into: "/a")
            try $0.copy("/a", to: "second", into: "/a")
            try $0.replace("/a/b", with: "3")
            try $0.copy("/a/b", to: "third", into: "")
        }
        let expected = #"{"a": { "b":3,"x":2,"second":{ "b":1,"x":2 } }, "o":{"first":{ "b":1 }},"third":3}"#
        #expect(result == expected)
        let neighbours = try edited(#"{"a":1,"b":2}"#) {
            try $0.replace("/a", with: "7")
            try $0.replace("/b", with: "8")
            try $0.copy("/a", to: "c", into: "")
            try $0.copy("/b", to: "d", into: "")
        }
        #expect(neighbours == #"{"a":7,"b":8,"c":7,"d":8}"#)
        let root = try edited("{ \"a\":1 }") { try $0.copy("", to: "me", into: "") }
        #expect(root == "{ \"a\":1,\"me\":{ \"a\":1 } }")
    }

    @Test func missingObjectsAreMade() throws {
        var sheet = try Sheet(#"{"a":1,"b":[ ]}"#)
        let outer = try sheet.makeObject("o", into: 0)
        let inner = try sheet.makeObject("i", into: outer)
        try sheet.move("/a", to: "x", intoNode: inner)
        try sheet.move("/b", to: "y", intoNode: outer)
        try sheet.append("2", to: "/b")
        _ = try sheet.makeObject("e", into: outer)
        #expect(try sheet.applied() == #"{"o":{"i":{"x":1},"y":[2 ],"e":{}}}"#)
        #expect(sheet.failure { _ = try $0.makeObject("z", into: -100) }?.reason == .notAnObject)
        #expect(sheet.failure { _ = try $0.makeObject("z", into: -1) }?.reason == .notAnObject)
    }

    // MARK: Contradictions

    @Test func whatIsGoneCanNotBeEdited() throws {
        let text = #"{"a":{"b":{"c":1},"d":[2]},"o":{}}"#
        let first: [(inout Sheet) throws -> Void] = [
            { try $0.remove("/a") }, { try $0.replace("/a", with: "{}") },
            {
                try $0.move("/a", to: "x", into: "/o")
                try $0.remove("/o")
            },
        ]
        let second: [(inout Sheet) throws -> Void] = [
            { try $0.insert("x", "1", into: "/a/b") }, { try $0.remove("/a/b") }, { try $0.remove("/a/d/0") },
            { try $0.replace("/a/b/c", with: "1") }, { try $0.rename("/a/b/c", to: "z") },
            { try $0.move("/a/b", to: "b", into: "") }, { try $0.copy("/a/d", to: "b", into: "") },
            { try $0.append("1", to: "/a/d") }, { try $0.move("/o", to: "o", into: "/a/b") },
            { _ = try $0.makeObject("x", into: try $0.node("/a/b")) },
        ]
        for (i, before) in first.enumerated() {
            for (j, after) in second.enumerated() {
                var sheet = try Sheet(text)
                try before(&sheet)
                let failure = sheet.failure {
                    try after(&$0)
                    _ = try $0.applied()
                }
                #expect(failure?.reason == .gone, "\(i), \(j)")
                // The other way round, what was edited first goes with the rest, or was taken out of it in time.
                var other = try Sheet(text)
                try after(&other)
                let otherFailure = other.failure {
                    try before(&$0)
                    _ = try $0.applied()
                }
                let isCircular = i == 2 && j == 8
                #expect(otherFailure?.reason == (isCircular ? .intoItself : nil), "\(i), \(j)")
            }
        }
        var sheet = try Sheet(text)
        try sheet.remove("/a")
        #expect(sheet.failure { try $0.remove("/a") }?.reason == .gone)
        #expect(sheet.failure { try $0.rename("/a", to: "x") }?.reason == .gone)
        #expect(sheet.failure { try $0.move("/a", to: "x", into: "/o") }?.reason == .gone)
    }

    @Test func nothingMovesIntoItself() throws {
        let text = #"{"a":{"o":{}},"b":{"p":{}}}"#
        var sheet = try Sheet(text)
        #expect(sheet.failure { try $0.move("/a", to: "x", into: "/a") }?.reason == .intoItself)
        #expect(sheet.failure { try $0.move("/a", to: "x", into: "/a/o") }?.reason == .intoItself)
        #expect(sheet.edit.isEmpty)
        try sheet.move("/a", to: "x", into: "/b/p")
        try sheet.move("/b", to: "y", into: "/a/o")
        #expect(sheet.failure { _ = try $0.applied() }?.reason == .intoItself)
        #expect(sheet.failure { try $0.copy("/a", to: "y", into: "") }?.reason == .intoItself)
    }

    @Test func nodesOfAnotherKindAreRefused() throws {
        var sheet = try Sheet(#"{"a":["s"],"b":1}"#)
        for node in [-5, 0, 2, 3, 5, 6, 99] {
            #expect(sheet.failure { try $0.remove(memberNode: node) }?.reason == .notAMember, "\(node)")
        }
        for node in [-5, 0, 1, 2, 4, 5, 6, 99] {
            #expect(sheet.failure { try $0.remove(elementNode: node) }?.reason == .notAnElement, "\(node)")
        }
        for node in [-5, 1, 4, 6, 99] {
            #expect(sheet.failure { try $0.replace(node: node, with: "1") }?.reason == .notAValue, "\(node)")
        }
        for node in [-5, 1, 2, 3, 4, 5, 99] {
            #expect(sheet.failure { try $0.insert("x", "1", intoNode: node) }?.reason == .notAnObject, "\(node)")
        }
        #expect(sheet.edit.isEmpty)
        for reason: JSONEditError.Reason in [
            .notAnObject, .notAnArray, .notAMember, .notAnElement, .notAValue, .gone, .intoItself,
        ] {
            #expect(JSONEditError.example(reason).message.contains("byte 7"))
        }
    }

    // MARK: Using one again

    @Test func noEditIsACopy() throws {
        var sheet = try Sheet(" [ ] ")
        #expect(sheet.edit.isEmpty)
        #expect(try sheet.applied() == " [ ] ")
        #expect(sheet.isChanged == false)
    }

    @Test func anEditIsAppliedTwiceAndUsedAgain() throws {
        var sheet = try Sheet(#"{"a":1,"b":2}"#)
        try sheet.remove("/a")
        try sheet.insert("x", "3", into: "")
        #expect(try sheet.applied() == #"{"b":2,"x":3}"#)
        #expect(sheet.isChanged == true)
        #expect(try sheet.applied() == #"{"b":2,"x":3}"#)
        try sheet.goOn()
        try sheet.rename("/x", to: "y")
        #expect(try sheet.applied() == #"{"b":2,"y":3}"#)
        try sheet.goOn()
        sheet.edit.shrink(toFit: 0)
        try sheet.remove("/b")
        #expect(try sheet.applied() == #"{"y":3}"#)
    }
}
