import JSONText
import Registries

/// Collects the payloads inside a payload with their digests. Each thread has its own.
final class QuoteCollector {
    /// The most payloads that a message shows.
    private static let most = 50
    /// Payloads that are nested deeper are not looked at.
    private static let deepest = 8

    private var reader: PayloadReader
    private(set) var quotes: [ReplayedMessage.Quote] = []
    private(set) var more = 0

    /// - Parameter reader: A reader for payloads as they stand: what is nested was upgraded with what it is nested in.
    init(_ reader: PayloadReader) { self.reader = reader }

    /// Collects the payloads inside one.
    func collect(in payload: Int, _ definition: Int, on tape: borrowing JSONTape, _ bytes: Span<UInt8>) {
        quotes.removeAll(keepingCapacity: true)
        more = 0
        collect(payload, definition, tape, bytes, depth: 1)
    }

    private func collect(
        _ payload: Int, _ definition: Int, _ tape: borrowing JSONTape, _ bytes: Span<UInt8>, depth: Int
    ) {
        guard tape.kind(payload) == .object else { return }
        var nodes: [Int] = []
        reader.registry.forEachNested(
            in: payload, definition: definition < 0 ? nil : definition, on: tape, in: bytes
        ) {
            if tape.kind($0) != .null { nodes.append($0) }
        }
        for node in nodes {
            guard quotes.count < Self.most, depth <= Self.deepest else {
                more += 1
                continue
            }
            let sender = sender(beside: node, in: payload, tape, bytes)
            if tape.kind(node) == .string {
                var text: [UInt8] = []
                tape.appendUnescaped(node, in: bytes, to: &text)
                var inner = JSONTape()
                let reading = reader.read(text.span, onto: &inner)
                add(reading, inner, text.span, sender, depth)
                if reading.root >= 0 {
                    collect(reading.root, reading.definition, inner, text.span, depth: depth + 1)
                }
            } else {
                let reading = reader.decode(node, on: tape, in: bytes)
                add(reading, tape, bytes, sender, depth)
                collect(node, reading.definition, tape, bytes, depth: depth + 1)
            }
        }
    }

    private func add(
        _ reading: PayloadReading, _ tape: borrowing JSONTape, _ bytes: Span<UInt8>, _ sender: String?, _ depth: Int
    ) {
        var digest: [UInt8] = []
        reader.appendDigest(of: reading, on: tape, in: bytes, to: &digest)
        quotes.append(ReplayedMessage.Quote(depth: depth, sender: sender, digest: digest))
    }

    /// Who sent a nested payload: `from_name` beside it, or else `from_uid`.
    private func sender(
        beside node: Int, in payload: Int, _ tape: borrowing JSONTape, _ bytes: Span<UInt8>
    ) -> String? {
        // Down to the object that the node is a member of.
        var here = payload
        var parent = payload
        while here < node {
            if tape.kind(here) == .object { parent = here }
            let isObject = tape.kind(here) == .object
            var child = here + 1
            while child < tape.next(here) {
                let value = isObject ? child + 1 : child
                if node < tape.next(value) {
                    child = value
                    break
                }
                child = tape.next(value)
            }
            guard child > here, child <= node else { break }
            here = child
        }
        for name: StaticString in ["from_name", "from_uid"] {
            if let value = tape.member(name, of: parent, in: bytes), tape.kind(value) == .string,
                tape.end(value) - tape.start(value) > 2
            {
                return tape.string(value, in: bytes)
            }
        }
        return nil
    }
}
