import Synchronization

/// Bytes that are read once, from front to back.
protocol ByteSource: AnyObject {
    /// Where reading stands, in bytes of the file on disk (compressed, if it is).
    var offset: UInt64 { get }

    /// Fills the buffer from its front.
    /// - Returns: How many bytes; 0 only at the end (or for an empty buffer).
    /// - Throws: What is wrong with the bytes that come next; all bytes before it have been returned by earlier calls,
    ///   and every later call throws the same.
    func read(into buffer: UnsafeMutableRawBufferPointer) throws(ArchiveError) -> Int
}

extension ByteSource {
    /// Reads until the buffer is full or the source ends.
    /// - Returns: How many bytes, and the error that came after them.
    func readFully(into buffer: UnsafeMutableRawBufferPointer) -> (count: Int, failure: ArchiveError?) {
        var count = 0
        while count < buffer.count {
            do throws(ArchiveError) {
                let more = try read(into: UnsafeMutableRawBufferPointer(rebasing: buffer[count...]))
                if more == 0 { break }
                count += more
            } catch {
                return (count, error)
            }
        }
        return (count, nil)
    }

    /// Reads so many bytes, or to the end or to damage, for nothing.
    func passOver(_ count: UInt64) {
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 256 << 10, alignment: 64)
        defer { buffer.deallocate() }
        var left = count
        while left > 0 {
            let part = UnsafeMutableRawBufferPointer(rebasing: buffer.prefix(Int(min(left, UInt64(buffer.count)))))
            guard let read = try? read(into: part), read > 0 else { return }
            left -= UInt64(read)
        }
    }

    /// At most this many bytes as an array, and the error that came after them.
    func readPrefix(_ limit: Int) -> (bytes: [UInt8], failure: ArchiveError?) {
        var failure: ArchiveError?
        let bytes = [UInt8](unsafeUninitializedCapacity: limit) { buffer, count in
            // readFully writes the first `count` bytes.
            (count, failure) = readFully(into: UnsafeMutableRawBufferPointer(buffer))
        }
        return (bytes, failure)
    }
}

/// How many bytes of an archive were read from disk so far, for any thread to ask.
final class ReadCounter: Sendable {
    private let bytes = Atomic<UInt64>(0)
    private let ahead = Atomic<UInt64>(0)

    /// How many were read, but for those that were only read ahead.
    var value: UInt64 {
        let bytes = bytes.load(ordering: .relaxed)
        return bytes - min(bytes, ahead.load(ordering: .relaxed))
    }

    func add(_ count: Int) {
        bytes.wrappingAdd(UInt64(count), ordering: .relaxed)
    }

    /// Notes how many bytes more were read before anybody needed them; fewer, where it is below zero.
    func addAhead(_ count: Int) {
        ahead.wrappingAdd(UInt64(bitPattern: Int64(count)), ordering: .relaxed)
    }
}

/// The bytes of an open file.
final class FileSource: ByteSource {
    private let descriptor: Descriptor
    private let path: String
    private let counter: ReadCounter
    private var failure: ArchiveError?
    private(set) var offset: UInt64 = 0

    /// - Parameters:
    ///   - path: For messages.
    ///   - counter: Counts what is read.
    init(_ descriptor: consuming Descriptor, path: String, counter: ReadCounter) {
        self.descriptor = descriptor
        self.path = path
        self.counter = counter
    }

    func read(into buffer: UnsafeMutableRawBufferPointer) throws(ArchiveError) -> Int {
        if let failure { throw failure }
        do throws(SystemError) {
            let count = try descriptor.read(into: buffer)
            counter.add(count)
            offset += UInt64(count)
            return count
        } catch {
            let failure = ArchiveError.unreadable(path: path, reason: error.reason)
            self.failure = failure
            throw failure
        }
    }
}

/// Bytes that were looked at already, and then the rest of their source.
final class PrefixedSource: ByteSource {
    private let prefix: [UInt8]
    private var taken = 0
    private let rest: any ByteSource

    init(_ prefix: [UInt8], then rest: any ByteSource) {
        self.prefix = prefix
        self.rest = rest
    }

    var offset: UInt64 { rest.offset }

    func read(into buffer: UnsafeMutableRawBufferPointer) throws(ArchiveError) -> Int {
        guard taken < prefix.count else { return try rest.read(into: buffer) }
        let count = min(buffer.count, prefix.count - taken)
        buffer.copyBytes(from: prefix[taken..<taken + count])
        taken += count
        return count
    }
}
