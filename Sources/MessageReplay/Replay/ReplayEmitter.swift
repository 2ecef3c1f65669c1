/// Puts messages out one after the other: headings where they change, at the pace that is asked for.
///
/// One thread at a time uses it; that is what makes it safe to send.
final class ReplayEmitter: @unchecked Sendable {
    private static let bufferSize = 1 << 16

    private let output: any ReplayOutput
    private var pacer: Pacer?
    private var buffer: [UInt8] = []
    private var heading: [UInt8] = []

    /// Whether the output wants nothing more.
    private(set) var isClosed = false

    init(_ output: any ReplayOutput, _ pace: ReplayPace?) {
        self.output = output
        pacer = pace.map(Pacer.init)
    }

    /// Begins a message, as soon as it is due.
    func begin(_ heading: ArraySlice<UInt8>, _ time: Int64?) {
        if pacer != nil, !isClosed {
            let delay = pacer?.delay(time, now: output.now) ?? 0
            if delay > 0, !output.wait(delay) { isClosed = true }
        }
        guard !self.heading.elementsEqual(heading) else { return }
        // The blank line above a heading has nothing to part at the very beginning.
        buffer.append(contentsOf: self.heading.isEmpty && heading.first == 0x0A ? heading.dropFirst() : heading)
        self.heading = Array(heading)
    }

    /// Goes on with the message.
    func append(_ bytes: ArraySlice<UInt8>) {
        buffer.append(contentsOf: bytes)
        if buffer.count >= Self.bufferSize && pacer == nil { flush() }
    }

    /// Ends the message.
    /// - Returns: Whether to go on.
    func end() -> Bool {
        if pacer != nil { flush() }
        return !isClosed
    }

    /// Hands over what waits in the buffer.
    func flush() {
        defer { buffer.removeAll(keepingCapacity: buffer.capacity <= 4 * Self.bufferSize) }
        guard !buffer.isEmpty, !isClosed else { return }
        if !output.write(buffer, isDue: pacer != nil) { isClosed = true }
    }
}
