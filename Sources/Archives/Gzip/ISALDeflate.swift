#if ISAL
    import CISAL
    import Glibc

    /// Compression with ISA-L.
    final class ISALDeflate: DeflateEngine {
        /// The levels that it has of libz's; they are about as fast and as small as its own of the same number.
        static let levels = 1...3

        // The library's state points back at this struct, so it keeps one address for life.
        private let stream: UnsafeMutablePointer<isal_zstream>
        private let levelBuffer: UnsafeMutableRawBufferPointer

        /// - Parameter level: One of ``levels``.
        init(level: Int) {
            precondition(Self.levels.contains(level))
            // All of the struct is memory of plain numbers and null pointers, which zeros initialise.
            let size = MemoryLayout<isal_zstream>.size
            let memory = UnsafeMutableRawPointer.allocate(
                byteCount: size, alignment: max(64, MemoryLayout<isal_zstream>.alignment))
            memset(memory, 0, size)
            stream = memory.bindMemory(to: isal_zstream.self, capacity: 1)
            // What the library calls the default for each level (igzip_lib.h, ISAL_DEF_LVLx_DEFAULT): tables of its hash
            // values, and 64 Ki tokens of 4 bytes, so that the text of a BGZF block makes one deflate block. Level 3 takes
            // the most.
            let levelSize = (4 << 10) + (16 << 10) + 2 * (32 << 10) + 4 * (64 << 10)
            let levelMemory = UnsafeMutableRawPointer.allocate(byteCount: levelSize, alignment: 64)
            memset(levelMemory, 0, levelSize)
            levelBuffer = UnsafeMutableRawBufferPointer(start: levelMemory, count: levelSize)
            isal_deflate_stateless_init(stream)
            stream.pointee.level = UInt32(level)
            stream.pointee.level_buf = levelBuffer.baseAddress?.assumingMemoryBound(to: UInt8.self)
            stream.pointee.level_buf_size = UInt32(levelBuffer.count)
        }

        deinit {
            UnsafeMutableRawPointer(stream).deallocate()
            levelBuffer.deallocate()
        }

        func deflate(_ input: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer) -> Int? {
            isal_deflate_reset(stream)
            // The library reads and writes only inside the counts that it is given; it never writes to its input.
            let next = input.baseAddress ?? UnsafeRawPointer(stream)
            stream.pointee.next_in = UnsafeMutablePointer(mutating: next.assumingMemoryBound(to: UInt8.self))
            stream.pointee.avail_in = UInt32(input.count)
            stream.pointee.next_out = output.baseAddress?.assumingMemoryBound(to: UInt8.self)
            stream.pointee.avail_out = UInt32(output.count)
            stream.pointee.end_of_stream = 1
            stream.pointee.flush = UInt16(NO_FLUSH)
            guard isal_deflate_stateless(stream) == COMP_OK else { return nil }
            return output.count - Int(stream.pointee.avail_out)
        }
    }
#endif
