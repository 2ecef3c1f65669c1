import JSONText
import Testing

/// Every operation on every small object and array, in every style of white space, alone and in pairs.
@Suite struct JSONEditSmallTests {
    /// What stands after the opening bracket, around each colon, before and after each comma, before the closing one.
    struct Style: CustomTestStringConvertible {
        var name: String
        var afterOpening = ""
        var colon = ":"
        var comma = ","
        var beforeClosing = ""
        /// Whether pairs of operations are tried too, which takes a second for each style.
        var hasPairs = true

        var testDescription: String { name }
    }

    static let styles = [
        Style(name: "compact"),
        Style(name: "spaced", afterOpening: " ", colon: ": ", comma: ", ", beforeClosing: " ", hasPairs: false),
        Style(name: "lines", afterOpening: "\n  ", colon: ": ", comma: ",\n  ", beforeClosing: "\n"),
        Style(name: "odd", afterOpening: "\t \r\n", colon: "\n:\t", comma: " \r,\t\t", beforeClosing: " \t"),
        Style(
            name: "commas first", afterOpening: " ", colon: " : ", comma: "\n, ", beforeClosing: "\n", hasPairs: false),
    ]

    private func text(_ style: Style, members: Int?, elements: Int?) -> String {
        func join(_ parts: [String], _ brackets: (String, String)) -> String {
            brackets.0 + style.afterOpening + parts.joined(separator: style.comma)
                + (parts.isEmpty ? "" : style.beforeClosing) + brackets.1
        }
        if let members {
            let values = ["1", "{}", "\"s\""]
            return join(
                (0..<members).map { "\"\("abc".map(String.init)[$0])\"\(style.colon)\(values[$0])" }, ("{", "}"))
        }
        return join((0..<(elements ?? 0)).map { ["1", "[]", "{\"n\":0}"][$0] }, ("[", "]"))
    }

    /// Every operation that names nodes of the tape, sensible or not.
    private func operations(_ trial: EditTrial) -> [EditTrial.Operation] {
        let one = Array("1".utf8)
        var all: [EditTrial.Operation] = []
        for node in 0..<trial.tape.count {
            all += [
                .insert("x", one, .node(node)), .append(one, node), .make("m", .node(node)), .removeMember(node),
                .removeElement(node), .rename(node, "y"), .rename(node, "a"), .replace(node, one),
            ]
            for target in 0..<trial.tape.count where trial.tape.kind(target) == .object {
                all += [.move(node, "z", .node(target)), .copy(node, "w", .node(target))]
            }
        }
        return all
    }

    @Test(arguments: styles)
    func everyOperationAndPair(style: Style) throws {
        var texts = (0...3).map { text(style, members: $0, elements: nil) }
        texts += (0...3).map { text(style, members: nil, elements: $0) }
        var pairs = 0
        for text in texts {
            let start = try EditTrial(Array(text.utf8))
            for first in operations(start) {
                var one = try EditTrial(start.bytes)
                guard try one.attempt(first) else { continue }
                try one.verify()
                guard style.hasPairs else { continue }
                for second in operations(start) {
                    var two = try EditTrial(start.bytes)
                    _ = try two.attempt(first)
                    guard try two.attempt(second) else { continue }
                    try two.verify()
                    pairs += 1
                }
            }
        }
        #expect(pairs > 1000 || !style.hasPairs)
    }
}
