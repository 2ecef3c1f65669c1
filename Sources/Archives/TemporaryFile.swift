import Glibc

/// A file for what doesn't fit into memory.
///
/// It has no name from the start, so nothing of it is left behind whatever happens. One thread at a time appends to it;
/// what was appended can be read on any thread.
public final class TemporaryFile: @unchecked Sendable {
    /// The folder whose disk it takes room on.
    public let folder: String
    /// How many bytes it holds.
    public private(set) var count: UInt64 = 0

    private let descriptor: Descriptor
    private var checkedUpTo: UInt64 = 0

    /// So much room is left free on the disk.
    private static let reserve: UInt64 = 64 << 20
    /// Room is looked after each time that so many bytes were written.
    private static let checkEvery: UInt64 = 16 << 20

    /// An empty file.
    /// - Parameter folder: Where it is made; nil for `TMPDIR`, or `/tmp`.
    /// - Throws: ``ArchiveError/cannotSpool(folder:reason:)``.
    public init(in folder: String?) throws(ArchiveError) {
        let folder = folder ?? getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
        self.folder = folder
        var number = open(folder, O_RDWR | O_CLOEXEC | Self.unnamed, 0o600)
        if number < 0 {
            // A file system without unnamed files: make one with a name and take the name away.
            var template = Array((folder + "/msgreplay-XXXXXX").utf8CString)
            number = mkstemp(&template)
            if number >= 0 { unlink(template) }
        }
        guard number >= 0 else {
            throw .cannotSpool(
                folder: folder, reason: "no file can be made there: \(SystemError(number: errno).reason)")
        }
        descriptor = Descriptor(owning: number)
    }

    /// O_TMPFILE, which the C macro doesn't give to Swift.
    private static let unnamed: Int32 = 0o20000000 | O_DIRECTORY

    /// Puts bytes at the end.
    /// - Throws: ``ArchiveError/cannotSpool(folder:reason:)``; some of the bytes may be there.
    public func append(_ bytes: Span<UInt8>) throws(ArchiveError) {
        try bytes.withUnsafeBytes { (buffer: UnsafeRawBufferPointer) throws(ArchiveError) in try append(buffer) }
    }

    func append(_ bytes: UnsafeRawBufferPointer) throws(ArchiveError) {
        if count + UInt64(bytes.count) > checkedUpTo { try checkRoom(for: UInt64(bytes.count) + Self.checkEvery) }
        var written = 0
        while written < bytes.count {
            let rest = UnsafeRawBufferPointer(rebasing: bytes[written...])
            // The buffer bounds what the system reads.
            let done = pwrite(descriptor.number, rest.baseAddress, rest.count, off_t(count))
            if done < 0 {
                if errno == EINTR { continue }
                throw .cannotSpool(folder: folder, reason: SystemError(number: errno).reason)
            }
            written += done
            count += UInt64(done)
        }
    }

    /// Forgets what was appended last; what is appended next takes its place.
    /// - Parameter size: How many bytes stay.
    public func shorten(to size: UInt64) {
        precondition(size <= count)
        count = size
    }

    /// Makes sure that there is room on the disk.
    /// - Parameter size: How many bytes more will be written.
    /// - Throws: ``ArchiveError/cannotSpool(folder:reason:)``, which says how much is free and how much is needed.
    public func checkRoom(for size: UInt64) throws(ArchiveError) {
        var status = statvfs()
        guard fstatvfs(descriptor.number, &status) == 0 else {
            throw .cannotSpool(folder: folder, reason: SystemError(number: errno).reason)
        }
        let free = UInt64(status.f_bavail).multipliedReportingOverflow(by: UInt64(status.f_frsize))
        guard free.overflow || free.partialValue >= Self.reserve + size else {
            throw .cannotSpool(
                folder: folder,
                reason:
                    "only \(free.partialValue >> 20) MiB are free there, \(count >> 20) MiB are kept already and at "
                    + "least \((Self.reserve + size) >> 20) MiB more are needed; name a folder with more room")
        }
        checkedUpTo = count + size
    }

    /// Reads bytes that were appended.
    /// - Parameters:
    ///   - buffer: Grows where it is too short.
    ///   - start: Where in the buffer the bytes go.
    ///   - size: How many bytes at most.
    ///   - offset: Where to begin, in bytes.
    /// - Returns: How many bytes; fewer than `size` only at the end.
    /// - Throws: ``ArchiveError/cannotSpool(folder:reason:)``.
    public func read(
        _ size: Int, at offset: UInt64, into buffer: inout [UInt8], from start: Int = 0
    ) throws(ArchiveError) -> Int {
        if buffer.count < start + size { buffer += [UInt8](repeating: 0, count: start + size - buffer.count) }
        var span = buffer.mutableSpan
        return try span.withUnsafeMutableBytes { (bytes: UnsafeMutableRawBufferPointer) throws(ArchiveError) in
            var done = 0
            while done < size {
                // The buffer has at least `start + size` bytes.
                let rest = UnsafeMutableRawBufferPointer(rebasing: bytes[start + done..<start + size])
                let more = try read(into: rest, at: offset + UInt64(done))
                if more == 0 { break }
                done += more
            }
            return done
        }
    }

    /// Reads up to the buffer's size at an offset; 0 at the end.
    func read(into buffer: UnsafeMutableRawBufferPointer, at offset: UInt64) throws(ArchiveError) -> Int {
        while true {
            // The buffer bounds what the system writes.
            let done = pread(descriptor.number, buffer.baseAddress, buffer.count, off_t(offset))
            if done >= 0 { return done }
            if errno != EINTR {
                throw .cannotSpool(folder: folder, reason: "can't be read back: \(SystemError(number: errno).reason)")
            }
        }
    }
}
