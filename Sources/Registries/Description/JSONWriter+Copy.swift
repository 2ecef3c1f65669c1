import JSONText

extension JSONWriter {
    /// Writes a value of a document, with its numbers and strings as they are written.
    ///
    /// - Parameter left: The name of a member that is left out, of the value itself alone.
    mutating func copy(_ value: JSONValue, leavingOut left: String? = nil) {
        switch value.kind {
        case .object:
            beginObject()
            for (name, member) in value.members where name != left {
                self.name(name)
                copy(member)
            }
            endObject()
        case .array:
            beginArray()
            for element in value.elements { copy(element) }
            endArray()
        default:
            raw(value.text.utf8)
        }
    }
}
