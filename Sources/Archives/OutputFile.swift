import Glibc

/// A file that is written from front to back.
final class OutputFile {
    let path: String
    private let descriptor: Descriptor
    /// How many bytes it holds.
    private(set) var length: UInt64 = 0
    private let isStandardOutput: Bool

    /// Makes a file where nothing is.
    /// - Parameter isPrivate: Whether nobody else may read it; otherwise it gets the permissions of any new file.
    init(new path: String, isPrivate: Bool = true) throws(ArchiveWriteError) {
        let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
        let number = open(path, flags, isPrivate ? 0o600 : 0o666)
        guard number >= 0 else { throw .system(errno, path) }
        self.path = path
        descriptor = Descriptor(owning: number)
        isStandardOutput = false
    }

    /// Opens a file that is there and cuts what follows its first bytes.
    /// - Returns: Nil if it holds fewer.
    init?(at path: String, keeping length: UInt64) throws(ArchiveWriteError) {
        let number = open(path, O_WRONLY | O_NOFOLLOW | O_CLOEXEC)
        guard number >= 0 else { throw .system(errno, path) }
        self.path = path
        descriptor = Descriptor(owning: number)
        isStandardOutput = false
        guard let size = try? descriptor.size(), size >= length else { return nil }
        guard ftruncate(number, off_t(length)) == 0, lseek(number, off_t(length), SEEK_SET) >= 0 else {
            throw .system(errno, path)
        }
        self.length = length
    }

    /// Standard output, or what a test has in its place; it stays open.
    init(standardOutput number: Int32) {
        path = "-"
        descriptor = Descriptor(borrowing: number)
        isStandardOutput = true
    }

    func write(_ bytes: [UInt8]) throws(ArchiveWriteError) {
        try bytes.span.withUnsafeBytes { (buffer: UnsafeRawBufferPointer) throws(ArchiveWriteError) in try write(buffer)
        }
    }

    func write(_ bytes: UnsafeRawBufferPointer) throws(ArchiveWriteError) {
        do throws(SystemError) {
            try descriptor.write(bytes)
        } catch {
            throw .system(error.number, path)
        }
        length += UInt64(bytes.count)
    }

    /// Waits until all of it is on the disk.
    func flush() throws(ArchiveWriteError) {
        guard !isStandardOutput else { return }
        do throws(SystemError) {
            try descriptor.flush()
        } catch {
            throw .system(error.number, path)
        }
    }

    /// Gives it these permissions, but for set-id bits; none leave it as it is.
    func setMode(_ attributes: FileAttributes?) throws(ArchiveWriteError) {
        guard let attributes, !isStandardOutput else { return }
        guard fchmod(descriptor.number, attributes.mode & 0o777) == 0 else { throw .system(errno, path) }
    }
}
