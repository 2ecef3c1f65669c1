import Archives
import JSONText
import Registries

/// What an upgrade came to, before it is known whether the row may have it.
struct UpgradedPayload {
    var edit: MigrationWorker.Edit?
    /// The definition of a payload of which there is no more to say than that it stays as it is; otherwise -1.
    var settled = -1
    /// What became of the payload and those inside it; nothing of one that is settled.
    var events: [UpgradeEvent] = []
    var isPreview = false
    /// Whether its text holds something that an audit would warn of.
    var isDoubtful = false
    /// What changes, before and after: the payload, or the text that carries it.
    var before: [UInt8] = []
    var after: [UInt8] = []
    /// The new payload's size in bytes.
    var size = 0

    /// Whether there is no payload.
    var isEmpty: Bool { settled < 0 && events.isEmpty }

    /// Whether there is nothing to tell of it but that it is at the target.
    var isSound: Bool {
        if isPreview { return true }
        return !isDoubtful
            && events.allSatisfy { event in
                (event.status == .changed || event.status == .unchanged) && !event.hasLeftovers
                    && !event.hasInvalidVersion
            }
    }

    /// Takes the change back.
    mutating func giveUp() {
        edit = nil
        after = []
    }
}

extension MigrationWorker {
    /// Upgrades the payload at a node of the line.
    mutating func upgrade(_ node: Int, _ row: Span<UInt8>, _ form: RecordForm) -> UpgradedPayload {
        var result = UpgradedPayload()
        var buffer = bytes
        bytes = []
        defer { bytes = buffer }
        let carriage = PayloadCarriage(
            node, on: line, in: row, form, into: &buffer, &text, pads: options.malformed == .repair)
        switch carriage {
        case .fault:
            result.events = [UpgradeEvent(.malformed)]
        case .inLine(let node):
            result.isDoubtful = line.hasSurrogateEscapes || line.hasDuplicates(below: node, in: row)
            let output = upgrader.upgrade(node, on: line, in: row)
            if upgrader.settled >= 0 {
                result.settled = upgrader.settled
                return result
            }
            takeEvents(&result)
            guard let output else { return result }
            result.before.append(copying: row, line.start(node)..<line.end(node))
            result.edit = Edit(range: line.start(node)..<line.end(node), text: output.text)
            result.after = output.text
            result.size = output.text.count
        case .asBytes(let count, let carriage):
            upgrade(buffer.span.extracting(0..<count), carriage, node, row, form, &result)
        }
        return result
    }

    /// Upgrades a payload that a string of the line carries.
    private mutating func upgrade(
        _ payloadBytes: Span<UInt8>, _ carriage: PayloadCarriage.Text, _ node: Int, _ row: Span<UInt8>,
        _ form: RecordForm, _ result: inout UpgradedPayload
    ) {
        guard (try? payload.scan(payloadBytes, expecting: &payloadLayouts)) != nil else {
            result.isPreview = form == .channelLatest && !payloadBytes.isEmpty
            result.events = [UpgradeEvent(.malformed)]
            return
        }
        result.isDoubtful =
            payload.hasSurrogateEscapes || payload.hasDuplicates(below: 0, in: payloadBytes)
            || carriage.isURLSafe
        var literal: [UInt8]?
        if carriage == .json {
            literal = []
            literal?.append(copying: row, line.start(node)..<line.end(node))
        }
        let output = upgrader.upgrade(0, on: payload, in: payloadBytes, literal: literal)
        if upgrader.settled >= 0 && (carriage == .base64 || carriage == .json) {
            result.settled = upgrader.settled
            return
        }
        takeEvents(&result)
        if case .unpaddedBase64(let missing) = carriage {
            result.size = payloadBytes.count
            guard pad(missing, node, row, &result) else { return }
        }
        guard let output else { return }
        result.before = []
        result.before.append(copying: payloadBytes, 0..<payloadBytes.count)
        result.after = output.text
        result.size = output.text.count
        result.edit = Edit(
            range: line.start(node)..<line.end(node),
            text: PayloadCarriage.string(output, carriage))
    }

    private mutating func takeEvents(_ result: inout UpgradedPayload) {
        result.events = upgrader.events
        if upgrader.isExhausted { tally.countsAllNested = false }
    }

    /// Gives a payload's Base64 the padding that it lacks.
    ///
    /// - Returns: Whether the payload has no other fault; otherwise it stays as it stood.
    private func pad(_ missing: Int, _ node: Int, _ row: Span<UInt8>, _ result: inout UpgradedPayload) -> Bool {
        guard let status = result.events.first?.status, status == .changed || status == .unchanged else {
            result.events = [UpgradeEvent(.malformed)]
            return false
        }
        result.events[0].status = .changed
        result.events[0].changes.append(UpgradeChange(kind: .repaired, pointer: ""))
        let end = line.end(node) - 1
        let padding = Array(repeating: UInt8(ascii: "="), count: missing)
        result.edit = Edit(range: end..<end, text: padding)
        result.before.append(copying: row, line.start(node) + 1..<end)
        result.after = result.before + padding
        return true
    }
}
