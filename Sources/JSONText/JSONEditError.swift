/// Why an edit can't be planned or applied, and where.
public struct JSONEditError: Error, Equatable, Sendable {
    /// What was wrong.
    public enum Reason: Equatable, Sendable {
        /// Members can only be put into an object.
        case notAnObject
        /// Elements can only be put into an array.
        case notAnArray
        /// The node is no member's name.
        case notAMember
        /// The node is no array's element.
        case notAnElement
        /// The node is a member's name or not on the tape, where a value was asked for.
        case notAValue
        /// The node is no string, or its text is not the one that the inner edit was planned on.
        case notTheText
        /// An earlier operation removed or replaced what the node stood for.
        case gone
        /// A member was to be moved into its own value.
        case intoItself
        /// A name is not UTF-8 (RFC 3629).
        case invalidName
        /// The text of a value is not JSON (RFC 8259).
        case invalidValue(JSONError.Reason)
    }

    /// What was wrong.
    public var reason: Reason
    /// The offset in bytes of the node in the scanned text; for an invalid name or value, of the fault in the text that
    /// was given.
    public var offset: Int

    init(_ reason: Reason, at offset: Int) {
        self.reason = reason
        self.offset = offset
    }

    /// One clause for people: what was wrong, where, and what to do.
    public var message: String {
        switch reason {
        case .notAnObject: "the value at byte \(offset) is no object: a member can only be put into an object"
        case .notAnArray: "the value at byte \(offset) is no array: an element can only be put into an array"
        case .notAMember: "byte \(offset) begins no member's name: give the node of a name"
        case .notAnElement: "byte \(offset) begins no array's element: give the node of an element"
        case .notAValue: "byte \(offset) begins no value: give the node of a value, not of a name"
        case .notTheText: "byte \(offset) begins no string with the text that was edited: give the string it came from"
        case .gone:
            "what stood at byte \(offset) was removed or replaced before: apply the edit, scan the result and go on there"
        case .intoItself: "the member at byte \(offset) can't be moved into its own value: choose another object"
        case .invalidName: "the name is not UTF-8: give it as unescaped UTF-8"
        case .invalidValue(let reason): "the value is no JSON text: " + JSONError(reason, at: offset).message
        }
    }
}
