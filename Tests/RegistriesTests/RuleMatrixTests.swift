import Testing

@testable import Registries

/// What each way to change a property does to old messages and to old clients.
///
/// "Required" is a property that is required and has no default, "with default" one that has a default (and is required,
/// since that makes no difference), "optional" one that is neither. A property that is made required or optional has that
/// flavour before (made optional) or after (made required); what it is on the other side, the cell says.
@Suite("Every way to change a property")
struct RuleMatrixTests {
    enum Change: String, CaseIterable { case added, removed, madeRequired, madeOptional }
    enum Flavour: String, CaseIterable { case required, withDefault, optional }
    enum Object: String, CaseIterable { case open, closed }

    struct Cell: CustomTestStringConvertible {
        let change: Change
        let flavour: Flavour
        let object: Object
        /// The rules that it breaks.
        let codes: Set<String>
        let hurts: Set<RegistryChange.Side>
        /// Why new clients can or can't read old messages.
        let backward: String
        /// Why old clients can or can't read new messages.
        let forward: String

        init(
            _ change: Change, _ flavour: Flavour, _ object: Object, _ codes: Set<String>,
            hurts: Set<RegistryChange.Side>, backward: String, forward: String
        ) {
            self.change = change
            self.flavour = flavour
            self.object = object
            self.codes = codes
            self.hurts = hurts
            self.backward = backward
            self.forward = forward
        }

        var testDescription: String { "\(change) \(flavour) \(object)" }

        private func schema(_ title: String?, isRequired: Bool) -> String {
            let properties = #""order_id": {"type": "string"}"# + (title.map { #", "title": \#($0)"# } ?? "")
            let closed = object == .closed ? #", "additionalProperties": false"# : ""
            return #""type": "object", "properties": {\#(properties)}\#(isRequired ? #", "required": ["title"]"# : "")"#
                + closed
        }

        /// The two versions' schemas.
        var schemas: (old: String, new: String) {
            let plain = #"{"type": "string"}"#
            let filled = #"{"type": "string", "default": ""}"#
            let title = flavour == .withDefault ? filled : plain
            let without = schema(nil, isRequired: false)
            switch change {
            case .added: return (without, schema(title, isRequired: flavour != .optional))
            case .removed: return (schema(title, isRequired: flavour != .optional), without)
            case .madeRequired:
                // "Optional" is one that gets its default together with being required.
                let now = flavour == .required ? plain : filled
                return (schema(title, isRequired: false), schema(now, isRequired: true))
            case .madeOptional:
                // "Optional" is one that has a default from now on.
                let now = flavour == .required ? plain : filled
                return (schema(title, isRequired: true), schema(now, isRequired: false))
            }
        }
    }

    static let cells = [
        Cell(
            .added, .required, .open, ["field-added-without-default"], hurts: [.backward],
            backward: "old messages lack it, and nothing fills it in",
            forward: "open objects ignore what they don't know"),
        Cell(
            .added, .required, .closed, ["field-added-without-default"], hurts: [.backward, .forward],
            backward: "old messages lack it, and nothing fills it in", forward: "a closed object refuses it"),
        Cell(
            .added, .withDefault, .open, [], hurts: [], backward: "the default stands for it",
            forward: "open objects ignore what they don't know"),
        Cell(
            .added, .withDefault, .closed, [], hurts: [.forward], backward: "the default stands for it",
            forward: "a closed object refuses it"),
        Cell(
            .added, .optional, .open, ["field-added-optional"], hurts: [],
            backward: "they do without it, for all of history", forward: "open objects ignore what they don't know"),
        Cell(
            .added, .optional, .closed, ["field-added-optional"], hurts: [.forward],
            backward: "they do without it, for all of history", forward: "a closed object refuses it"),
        Cell(
            .removed, .required, .open, ["field-removed"], hurts: [.backward, .forward],
            backward: "what old messages say there is no longer shown", forward: "new messages lack what is required"),
        Cell(
            .removed, .required, .closed, ["field-removed"], hurts: [.backward, .forward],
            backward: "a closed object refuses old messages that have it",
            forward: "new messages lack what is required"),
        Cell(
            .removed, .withDefault, .open, ["field-removed"], hurts: [.backward],
            backward: "what old messages say there is no longer shown", forward: "their default stands for it"),
        Cell(
            .removed, .withDefault, .closed, ["field-removed"], hurts: [.backward],
            backward: "a closed object refuses old messages that have it", forward: "their default stands for it"),
        Cell(
            .removed, .optional, .open, ["field-removed"], hurts: [.backward],
            backward: "what old messages say there is no longer shown", forward: "they did without it before"),
        Cell(
            .removed, .optional, .closed, ["field-removed"], hurts: [.backward],
            backward: "a closed object refuses old messages that have it", forward: "they did without it before"),
        Cell(
            .madeRequired, .required, .open, ["required-added"], hurts: [.backward],
            backward: "some old messages lack it", forward: "new messages always have it"),
        Cell(
            .madeRequired, .required, .closed, ["required-added"], hurts: [.backward],
            backward: "some old messages lack it", forward: "it is declared there, and new messages always have it"),
        Cell(
            .madeRequired, .withDefault, .open, [], hurts: [], backward: "the default stands for it where it lacks",
            forward: "their default stands for it where it lacks"),
        Cell(
            .madeRequired, .withDefault, .closed, [], hurts: [], backward: "the default stands for it where it lacks",
            forward: "it is declared there"),
        Cell(
            .madeRequired, .optional, .open, [], hurts: [], backward: "its new default stands for it where it lacks",
            forward: "they did without it before"),
        Cell(
            .madeRequired, .optional, .closed, [], hurts: [], backward: "its new default stands for it where it lacks",
            forward: "it is declared there, and they did without it before"),
        Cell(
            .madeOptional, .required, .open, [], hurts: [.forward], backward: "old messages all have it",
            forward: "new messages may lack what they require"),
        Cell(
            .madeOptional, .required, .closed, [], hurts: [.forward], backward: "old messages all have it",
            forward: "new messages may lack what they require"),
        Cell(
            .madeOptional, .withDefault, .open, [], hurts: [], backward: "the default stands for it where it lacks",
            forward: "their default stands for it where it lacks"),
        Cell(
            .madeOptional, .withDefault, .closed, [], hurts: [], backward: "the default stands for it where it lacks",
            forward: "their default stands for it where it lacks"),
        Cell(
            .madeOptional, .optional, .open, [], hurts: [.forward], backward: "old messages all have it",
            forward: "new messages may lack what they require: the default came too late for them"),
        Cell(
            .madeOptional, .optional, .closed, [], hurts: [.forward], backward: "old messages all have it",
            forward: "new messages may lack what they require: the default came too late for them"),
    ]

    @Test(arguments: cells)
    func isJudged(_ cell: Cell) throws {
        let (old, new) = cell.schemas
        let folder = try SeriesFolder([
            ("v1.json", Sample.file(1, contents: Sample.order(old))),
            ("v2.json", Sample.file(2, contents: Sample.order(new))),
        ])
        let check = try RegistryCheck(folder: folder.path)
        #expect(Set(check.problems.map(\.code)) == cell.codes, "\(cell.backward)")
        let changes = try RegistryDiff(folder: folder.path, from: 1, to: 2).changes
        #expect(!changes.isEmpty)
        #expect(
            Set(changes.flatMap(\.hurts)) == cell.hurts,
            "backward: \(cell.backward); forward: \(cell.forward); \(changes)")
        #expect(changes.allSatisfy { $0.mayHurt.isEmpty && $0.pointer == "/title" && $0.content == "order" })
    }

    @Test func areAll() {
        #expect(Set(Self.cells.map(\.testDescription)).count == 24)
    }
}
