import Glibc

/// A temporary file that keeps the entries of a tar until their turn.
///
/// It has no name from the start, so nothing of it is left behind whatever happens.
final class Spool {
    /// Where an entry lies in the spool.
    struct Segment: Equatable {
        let offset: UInt64
        var count: UInt64
        /// What cut the entry short.
        var failure: ArchiveError?
    }

    private let folder: String
    private let descriptor: Descriptor
    private var end: UInt64 = 0
    private var checkedUpTo: UInt64 = 0

    /// So much room is left free on the disk.
    private static let reserve: UInt64 = 64 << 20
    /// Room is looked after each time that so many bytes were written.
    private static let checkEvery: UInt64 = 16 << 20

    /// - Parameter folder: Where the file is made; nil for `TMPDIR`, or `/tmp`.
    init(in folder: String?) throws(ArchiveError) {
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

    /// Keeps the bytes of a source up to its end.
    /// - Returns: Where they are. If the source fails, what came before is kept with the failure.
    func keep(_ source: any ByteSource) throws(ArchiveError) -> Segment {
        var segment = Segment(offset: end, count: 0, failure: nil)
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 256 << 10, alignment: 64)
        defer { buffer.deallocate() }
        while true {
            let count: Int
            do throws(ArchiveError) {
                count = try source.read(into: buffer)
            } catch {
                segment.failure = error
                return segment
            }
            if count == 0 { return segment }
            try write(UnsafeRawBufferPointer(rebasing: buffer.prefix(count)))
            segment.count += UInt64(count)
        }
    }

    private func write(_ bytes: UnsafeRawBufferPointer) throws(ArchiveError) {
        if end + UInt64(bytes.count) > checkedUpTo { try checkRoom() }
        var written = 0
        while written < bytes.count {
            let rest = UnsafeRawBufferPointer(rebasing: bytes[written...])
            // The buffer bounds what the system reads.
            let count = pwrite(descriptor.number, rest.baseAddress, rest.count, off_t(end))
            if count < 0 {
                if errno == EINTR { continue }
                throw .cannotSpool(folder: folder, reason: SystemError(number: errno).reason)
            }
            written += count
            end += UInt64(count)
        }
    }

    private func checkRoom() throws(ArchiveError) {
        var status = statvfs()
        guard fstatvfs(descriptor.number, &status) == 0 else {
            throw .cannotSpool(folder: folder, reason: SystemError(number: errno).reason)
        }
        let free = UInt64(status.f_bavail).multipliedReportingOverflow(by: UInt64(status.f_frsize))
        guard free.overflow || free.partialValue >= Self.reserve + Self.checkEvery else {
            throw .cannotSpool(
                folder: folder,
                reason: "only \(free.partialValue >> 20) MiB are free there and \(end >> 20) MiB are kept already; "
                    + "name a folder with more room")
        }
        checkedUpTo = end + Self.checkEvery
    }

    /// Reads up to the buffer's size at an offset; 0 at the end.
    fileprivate func read(into buffer: UnsafeMutableRawBufferPointer, at offset: UInt64) throws(ArchiveError) -> Int {
        while true {
            // The buffer bounds what the system writes.
            let count = pread(descriptor.number, buffer.baseAddress, buffer.count, off_t(offset))
            if count >= 0 { return count }
            if errno != EINTR {
                throw .cannotSpool(folder: folder, reason: "can't be read back: \(SystemError(number: errno).reason)")
            }
        }
    }
}

/// The bytes of an entry that was kept in a spool, and then what cut it short.
final class SpooledSource: ByteSource {
    private let spool: Spool
    private let segment: Spool.Segment
    private var taken: UInt64 = 0

    init(_ spool: Spool, _ segment: Spool.Segment) {
        self.spool = spool
        self.segment = segment
    }

    var offset: UInt64 { taken }

    func read(into buffer: UnsafeMutableRawBufferPointer) throws(ArchiveError) -> Int {
        let left = segment.count - taken
        guard left > 0 else {
            if let failure = segment.failure { throw failure }
            return 0
        }
        let part = UnsafeMutableRawBufferPointer(rebasing: buffer.prefix(Int(min(UInt64(buffer.count), left))))
        let count = try spool.read(into: part, at: segment.offset + taken)
        guard count > 0 || part.isEmpty else {
            throw .cannotSpool(folder: "the temporary folder", reason: "what was kept there is gone")
        }
        taken += UInt64(count)
        return count
    }
}
