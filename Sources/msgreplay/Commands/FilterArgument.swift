import JSONText
import MessageReplay
import Registries

/// What the filter options mean.
enum FilterArgument {
    static func filter(
        _ settings: FilterSettings, _ registry: ContentRegistry
    ) -> RecordFilter {
        var filter = RecordFilter()
        filter.channels = settings.channels
        filter.senders = settings.senders
        filter.since = settings.since
        filter.until = settings.until
        filter.match = settings.match
        filter.limit = settings.limit
        for type in settings.types {
            // A name of the registry first, as people write it; then a number; whatever else is a type's own string. In
            // quotes, as reports write it, a string is meant that looks like one of the others.
            if let string = quoted(type) {
                filter.types.append(.string(string))
            } else if let definition = registry.definition(named: type) {
                filter.types.append(TypeLabel(definition.type))
            } else if isWholeNumber(type) {
                filter.types.append(.number(type))
            } else {
                filter.types.append(.string(type))
                if registry.definition(of: .string(type)) == nil {
                    Diagnostics.warn(
                        "\(registry.name)@\(registry.version) names no content '\(type)'; --type looks for the string")
                }
            }
        }
        return filter
    }

    /// What a text says that is a string as JSON writes it (RFC 8259).
    private static func quoted(_ text: String) -> String? {
        guard text.utf8.first == UInt8(ascii: "\""), let value = try? JSONDocument(Array(text.utf8)).root else {
            return nil
        }
        return value.string
    }

    /// Whether a text is a whole number as JSON writes it, of any size.
    private static func isWholeNumber(_ text: String) -> Bool {
        let digits = text.utf8.first == UInt8(ascii: "-") ? text.utf8.dropFirst() : text.utf8[...]
        guard let first = digits.first, digits.allSatisfy({ $0 &- 0x30 <= 9 }) else { return false }
        return first != 0x30 || text == "0"
    }

    /// Says in one line what the filters left out, where there are any.
    ///
    /// - Parameters:
    ///   - archives: What was read.
    ///   - settings: The filters.
    ///   - isQuiet: Whether nothing is to be said.
    static func sayWhatWasFiltered(_ archives: [ArchiveSummary], _ settings: FilterSettings, isQuiet: Bool) {
        guard !settings.isEmpty, !isQuiet else { return }
        let records = archives.reduce(0) { $0 + $1.records }
        let filtered = archives.reduce(0) { $0 + $1.filtered }
        if filtered == 0, settings == FilterSettings(limit: settings.limit) {
            if archives.contains(where: { !$0.complete && $0.damage == nil }) {
                Diagnostics.say("--limit ended reading after \(NumberText.counted(records, "record"))")
            }
            return
        }
        let match = records == 1 ? "1 record matches" : "\(NumberText.grouped(records)) records match"
        let were = filtered == 1 ? "1 was" : "\(NumberText.grouped(filtered)) were"
        Diagnostics.say("\(match) the filters, \(were) left out")
    }
}
