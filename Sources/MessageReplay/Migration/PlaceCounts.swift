import Registries

/// Counts what becomes of a chunk's payloads, by place and content type: in machine words for the types of the registry,
/// since nearly every payload is of one.
struct PlaceCounts: Sendable {
    /// The places of payloads, and after each the place of what is nested there.
    private static let places: [PayloadPlace] = [.record, .channelLatest, .messageUpdates, .contentEdit]

    private let definitions: Int
    private var rows: [MigrationCounts]

    /// - Parameter definitions: How many definitions the registry has.
    init(definitions: Int) {
        self.definitions = definitions
        rows = Array(repeating: MigrationCounts(), count: 2 * Self.places.count * definitions)
    }

    /// Counts a payload.
    mutating func add(_ event: UpgradeEvent, _ place: PayloadPlace, _ tally: inout MigrationTally) {
        if let index = index(of: event, place) {
            rows[index].count(event.status)
        } else {
            tally[Self.name(place, isNested: event.isNested), TypeLabel(event.unregisteredType)].count(event.status)
        }
    }

    /// Counts a payload of a definition that was at the target already.
    mutating func addUnchanged(_ definition: Int, _ place: PayloadPlace) {
        guard let index = Self.places.firstIndex(of: place) else { return }
        rows[2 * index * definitions + definition].count(.unchanged)
    }

    /// Counts a payload that stays as it is, since its row would be too large.
    mutating func addTooLarge(_ event: UpgradeEvent, _ place: PayloadPlace, _ tally: inout MigrationTally) {
        if let index = index(of: event, place) {
            rows[index].tooLarge += 1
        } else {
            tally[Self.name(place, isNested: event.isNested), TypeLabel(event.unregisteredType)].tooLarge += 1
        }
    }

    /// Counts the beginning of a payload.
    func addPreview(_ place: PayloadPlace, _ tally: inout MigrationTally) {
        tally[Self.name(place, isNested: false), .none].preview += 1
    }

    /// Counts a record that is left out.
    func drop(_ event: UpgradeEvent?, _ registry: ContentRegistry, _ tally: inout MigrationTally) {
        let label =
            event.map { event in
                event.definition >= 0
                    ? TypeLabel(registry.definition(at: event.definition).type) : TypeLabel(event.unregisteredType)
            } ?? .none
        tally[PayloadPlace.record.rawValue, label].dropped += 1
    }

    /// Moves the counts of the registry's types to a tally.
    mutating func move(to tally: inout MigrationTally, _ registry: ContentRegistry) {
        for index in rows.indices where rows[index] != MigrationCounts() {
            let place = Self.places[index / definitions / 2]
            let definition = registry.definition(at: index % definitions)
            tally[Self.name(place, isNested: index / definitions % 2 == 1), TypeLabel(definition.type)] += rows[index]
            rows[index] = MigrationCounts()
        }
    }

    /// The row of a payload whose type the registry has.
    private func index(of event: UpgradeEvent, _ place: PayloadPlace) -> Int? {
        guard event.definition >= 0, let index = Self.places.firstIndex(of: place) else { return nil }
        return (2 * index + (event.isNested ? 1 : 0)) * definitions + event.definition
    }

    /// The place as reports name it. Audits count nothing that is nested in carriers, so it has a name of its own.
    private static func name(_ place: PayloadPlace, isNested: Bool) -> String {
        if !isNested { return place.rawValue }
        return place.isRecord ? "nested" : place.rawValue + "/nested"
    }
}
