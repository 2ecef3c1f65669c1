import Glibc

/// A buffer over `write(2)`.
///
/// It doesn't own the descriptor. What is left in the buffer is written by `flush` only, so that an error always has
/// somebody to be thrown at.
struct OutputStream: ~Copyable {
    private let descriptor: Int32
    /// What messages call the place, such as a path or `standard output`.
    private let name: String
    private var buffer: [UInt8] = []

    private static let capacity = 1 << 16

    init(descriptor: Int32, name: String) {
        self.descriptor = descriptor
        self.name = name
    }

    /// - Throws: `closedPipe` where the reader has gone, `outputFailed` for everything else.
    mutating func write(_ bytes: [UInt8]) throws(CommandError) {
        if buffer.count + bytes.count > Self.capacity { try flush() }
        if bytes.count >= Self.capacity { try writeAll(bytes) } else { buffer.append(contentsOf: bytes) }
    }

    mutating func write(_ text: String) throws(CommandError) {
        try write(Array(text.utf8))
    }

    mutating func flush() throws(CommandError) {
        guard !buffer.isEmpty else { return }
        let bytes = buffer
        buffer.removeAll(keepingCapacity: true)
        try writeAll(bytes)
    }

    private func writeAll(_ bytes: [UInt8]) throws(CommandError) {
        var done = 0
        while done < bytes.count {
            let rest = bytes.count - done
            // In bounds: `done` never passes `bytes.count`, and the pointer is used inside the closure only.
            let written = bytes.withUnsafeBytes { buffer in
                Glibc.write(descriptor, buffer.baseAddress?.advanced(by: done), rest)
            }
            if written >= 0 {
                done += written
                continue
            }
            switch errno {
            case EINTR: continue
            case EAGAIN: waitUntilWritable()
            case EPIPE: throw .closedPipe
            case let code: throw .outputFailed(message: SystemError.text("can't write to \(name)", code))
            }
        }
    }

    /// A terminal or pipe that another program made non-blocking is waited for.
    private func waitUntilWritable() {
        var poll = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        _ = Glibc.poll(&poll, 1, -1)
    }
}
