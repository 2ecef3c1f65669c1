import Archives
import JSONText
import Registries

/// Counting what became of payloads, and noting what was left alone.
extension MigrationWorker {
    /// The most bytes of a payload that an example shows.
    private static let exampleLimit = 400

    /// Counts what became of a payload and those inside it.
    mutating func settle(_ upgraded: UpgradedPayload, _ place: PayloadPlace, _ line: ArchiveLine, isTooLarge: Bool) {
        if upgraded.isPreview {
            counts.addPreview(place, &tally)
            return
        }
        if upgraded.settled >= 0 {
            counts.addUnchanged(upgraded.settled, place)
            return
        }
        for event in upgraded.events {
            if isTooLarge && event.status == .changed {
                counts.addTooLarge(event, place, &tally)
                continue
            }
            counts.add(event, place, &tally)
            if event.definition >= 0 && !event.changes.isEmpty {
                tally.count(event.changes, of: registry.definition(at: event.definition), event.definition)
            }
        }
        guard !upgraded.after.isEmpty, !isTooLarge else { return }
        for event in upgraded.events where event.definition >= 0 {
            for change in event.changes where tally.wantsExample(of: change.kind, isOfRecord: place.isRecord) {
                tally.keep(
                    MigrationExample(
                        kind: change.kind, type: TypeLabel(registry.definition(at: event.definition).type),
                        place: place.rawValue, file: file, line: line.number, before: Self.excerpt(upgraded.before),
                        after: Self.excerpt(upgraded.after)))
            }
        }
    }

    /// Notes what the upgrade of a payload left alone, and why.
    ///
    /// - Parameters:
    ///   - node: The payload's node in the line.
    ///   - isTooLarge: Whether the row would have been larger than the importer takes.
    mutating func noteLeftovers(
        _ upgraded: UpgradedPayload, _ node: Int, _ row: Span<UInt8>, _ form: RecordForm, _ place: PayloadPlace,
        _ line: ArchiveLine, _ fields: RecordFields, isTooLarge: Bool
    ) {
        let hasLeftovers = upgraded.events.contains { event in
            event.hasLeftovers || event.status == .nestedKept
                || event.status == .changed && (isTooLarge || event.hasInvalidVersion)
        }
        guard hasLeftovers, !upgraded.isPreview else { return }
        // Once more, with the places of nested payloads: most rows have nothing to tell of them.
        upgrader.namesPlaces = true
        let events = upgrade(node, row, form).events
        upgrader.namesPlaces = false
        let context = RecordContext(line: line.number, place: place)
        for event in events {
            let label = self.label(of: event)
            let site = PayloadSite(
                root: 0, definition: event.definition, label: label, at: event.isNested ? event.at : nil)
            auditor.beginPayload()
            for leftover in event.leftovers {
                // A version is only written over in what changes; elsewhere the row that is kept tells of it.
                if leftover.kind == .versioned && (event.status != .changed || isTooLarge) { continue }
                auditor.note(
                    Self.code(of: leftover.kind), at: site, context, fields, self.line,
                    row, pointer: leftover.pointer, general: leftover.generalPointer, detail: leftover.detail)
            }
            if event.status == .nestedKept {
                auditor.note(
                    .nestedKept, at: site, context, fields, self.line, row,
                    detail: "it would be brought to version \(registry.version), but "
                        + (event.isInsideDuplicated
                            ? "names come twice in the payload around it" : "the payload around it doesn't decode"))
            }
            if isTooLarge && event.status == .changed {
                auditor.note(
                    .upgradeTooLarge, at: site, context, fields, self.line, row,
                    detail: "the upgraded row would be larger than the importer takes")
            }
        }
    }

    private static func code(of leftover: UpgradeChange.Kind) -> FindingCode {
        switch leftover {
        case .lossy: .upgradeLossy
        case .versioned: .versionInvalid
        default: .upgradeConflict
        }
    }

    private func label(of event: UpgradeEvent) -> TypeLabel {
        if event.definition >= 0 { return TypeLabel(registry.definition(at: event.definition).type) }
        return TypeLabel(event.unregisteredType)
    }

    private static func excerpt(_ bytes: [UInt8]) -> String {
        guard bytes.count > exampleLimit else { return String(decoding: bytes, as: UTF8.self) }
        // Not in the middle of a character: a cut one would show as something else.
        var end = exampleLimit
        while end > 0 && bytes[end] & 0xC0 == 0x80 { end -= 1 }
        return String(decoding: bytes[..<end], as: UTF8.self) + "…"
    }
}

extension TypeLabel {
    /// The type of a payload without a definition.
    init(_ unregistered: (text: String, isNumber: Bool)?) {
        guard let unregistered else {
            self = .none
            return
        }
        self = unregistered.isNumber ? .number(unregistered.text) : .string(unregistered.text)
    }
}
