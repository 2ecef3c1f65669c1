import ContentSchema
import JSONText

/// Mends payloads in the three ways that clients' SDKs read over: a member of a wrong type takes its default, a member
/// that is missing takes its default, and a type number that was written as a string becomes the number.
///
/// All faults of a payload are mended or none.
struct PayloadRepair: Sendable {
    /// A member that fails its schema's type.
    private struct WrongMember {
        let pointer: String
        let generalPointer: String
        let value: Int
    }

    private var tape = JSONTape()
    private var trial = JSONTape()
    private var edit = JSONEdit()
    private var outcome = SchemaOutcome()

    /// Gives members that are missing or of a wrong type their defaults.
    ///
    /// - Parameters:
    ///   - payload: The payload's text, an object without names that come twice.
    ///   - plan: The plan of its definition.
    /// - Returns: The new text and the members' general pointers; nil where anything else is wrong with the payload, or
    ///   a member has no default.
    mutating func fields(
        of payload: TreeUpgrader.Output, _ plan: SchemaPlan
    ) -> (output: TreeUpgrader.Output, pointers: [String])? {
        let bytes = payload.text
        guard (try? tape.scan(bytes.span)) != nil else { return nil }
        plan.evaluate(tape, 0, bytes.span, into: &outcome)
        // What is missing and has a default counts as present, so a member that is missing here has none.
        guard !outcome.violations.isEmpty, outcome.violations.allSatisfy({ $0.code == .fieldType }) else { return nil }
        guard let wrong = wrongMembers(bytes.span, plan), let defaults = defaults(without: wrong, bytes, plan) else {
            return nil
        }
        edit.reset()
        for (member, text) in zip(wrong, defaults) {
            guard (try? edit.replace(value: member.value, with: text.span, on: tape, in: bytes.span)) != nil else {
                return nil
            }
        }
        guard let output = applied(to: payload) else { return nil }
        return (output, wrong.map(\.generalPointer))
    }

    /// Writes a type that is a string of digits as the number that it spells.
    ///
    /// - Parameters:
    ///   - payload: The payload's text, whose type is a string that spells a number.
    ///   - field: Where its type stands.
    /// - Returns: The new text.
    mutating func type(of payload: TreeUpgrader.Output, at field: JSONPointer) -> TreeUpgrader.Output? {
        let bytes = payload.text
        guard (try? tape.scan(bytes.span)) != nil,
            let node = field.resolve(from: 0, on: tape, in: bytes.span), tape.kind(node) == .string
        else { return nil }
        var digits: [UInt8] = []
        tape.appendUnescaped(node, in: bytes.span, to: &digits)
        edit.reset()
        guard (try? edit.replace(value: node, with: digits.span, on: tape, in: bytes.span)) != nil else { return nil }
        return applied(to: payload)
    }

    // MARK: Fields

    /// The members that the last evaluation found to be of a wrong type; nil where something else than a member is.
    private func wrongMembers(_ bytes: Span<UInt8>, _ plan: SchemaPlan) -> [WrongMember]? {
        var wrong: [WrongMember] = []
        var isMemberEach = true
        plan.visit(outcome, tape, bytes) { _, exact, general in
            guard let pointer = try? JSONPointer(exact),
                let node = pointer.resolve(from: 0, on: tape, in: bytes),
                let parent = JSONPointer(tokens: pointer.tokens.dropLast()).resolve(from: 0, on: tape, in: bytes),
                !pointer.tokens.isEmpty, tape.kind(parent) == .object
            else {
                isMemberEach = false
                return
            }
            wrong.append(WrongMember(pointer: exact, generalPointer: general, value: node))
        }
        return isMemberEach ? wrong : nil
    }

    /// The defaults of members, in their order; nil where one has none, or where the payload is still malformed with
    /// them.
    private mutating func defaults(
        without wrong: [WrongMember], _ bytes: [UInt8], _ plan: SchemaPlan
    ) -> [[UInt8]]? {
        edit.reset()
        for member in wrong {
            // A member's name stands right before its value.
            guard (try? edit.remove(member: member.value - 1, on: tape, in: bytes.span)) != nil else { return nil }
        }
        var text: [UInt8] = []
        guard (try? edit.apply(to: bytes.span, on: tape, into: &text)) != nil, (try? trial.scan(text.span)) != nil
        else {
            return nil
        }
        plan.evaluate(trial, 0, text.span, into: &outcome)
        guard outcome.violations.isEmpty else { return nil }
        // Members went, but no element of an array did, so that objects kept their pointers.
        // By the pointers' bytes: Swift takes different spellings of an accented letter for one.
        var values: [[UInt8]: [UInt8]] = [:]
        for missing in outcome.missingDefaults {
            let slot = plan.defaults[missing.slot]
            let name = String(decoding: slot.name, as: UTF8.self)
            let pointer = trial.pointer(to: missing.object, in: text.span) + "/" + JSONPointer.escaped(name)
            values[Array(pointer.utf8)] = slot.value
        }
        var found: [[UInt8]] = []
        for member in wrong {
            guard let value = values[Array(member.pointer.utf8)] else { return nil }
            found.append(value)
        }
        return found
    }

    /// Carries out the edit that is planned on `tape`.
    private mutating func applied(to payload: TreeUpgrader.Output) -> TreeUpgrader.Output? {
        var output = TreeUpgrader.Output(text: [], literal: nil)
        do {
            try edit.apply(to: payload.text.span, on: tape, into: &output.text)
            if let literal = payload.literal {
                output.literal = try EscapedText.edit(literal, by: &edit, on: tape, in: payload.text.span)
            }
        } catch {
            return nil
        }
        return output
    }
}
