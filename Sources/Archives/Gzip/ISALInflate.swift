#if ISAL
    import CISAL
    import Glibc

    /// Decompression with ISA-L.
    final class ISALInflate: InflateEngine {
        // The library's state keeps one address for life.
        private let state: UnsafeMutablePointer<inflate_state>
        /// The state as it was before a call, to find out where exactly a fault is.
        private let before: UnsafeMutablePointer<inflate_state>
        private var failure: String?
        /// What goes on in its place, once a fault was met.
        private var successor: ZlibInflate?

        init() {
            state = Self.allocate()
            before = Self.allocate()
            isal_inflate_init(state)
        }

        private static func allocate() -> UnsafeMutablePointer<inflate_state> {
            // All of the struct is memory of plain numbers and null pointers, which zeros initialise.
            let size = MemoryLayout<inflate_state>.size
            let memory = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: 64)
            memset(memory, 0, size)
            return memory.bindMemory(to: inflate_state.self, capacity: 1)
        }

        deinit {
            UnsafeMutableRawPointer(state).deallocate()
            UnsafeMutableRawPointer(before).deallocate()
        }

        func reset() {
            isal_inflate_reset(state)
            failure = nil
            successor = nil
        }

        func inflate(_ input: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer) -> Inflater.Step {
            if let successor { return successor.inflate(input, into: output) }
            if let failure { return Inflater.Step(progress: .failed(failure), consumed: 0, produced: 0) }
            Self.copy(state, to: before)
            let (status, consumed, produced) = call(input, output)
            if status < 0 {
                Self.copy(before, to: state)
                return replay(input, into: output)
            }
            // Up to eight bytes behind the stream's end are in the library's bit buffer.
            let hasEnded = state.pointee.block_state == ISAL_BLOCK_FINISH
            return Inflater.Step(
                progress: hasEnded ? .ended : .more, consumed: hasEnded ? consumed - heldBytes : consumed,
                produced: produced)
        }

        func inflateWhole(_ input: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer) -> Int? {
            reset()
            guard input.count <= Int(Int32.max), output.count <= Int(Int32.max) else { return nil }
            // As in `call`. This way the library needs no buffer of its own, so it is faster.
            state.pointee.next_in = UnsafeMutablePointer(
                mutating: input.baseAddress?.assumingMemoryBound(to: UInt8.self))
            state.pointee.avail_in = UInt32(input.count)
            state.pointee.next_out = output.baseAddress?.assumingMemoryBound(to: UInt8.self)
            state.pointee.avail_out = UInt32(output.count)
            guard isal_inflate_stateless(state) == ISAL_DECOMP_OK, state.pointee.avail_in == 0 else { return nil }
            return output.count - Int(state.pointee.avail_out)
        }

        var heldBytes: Int {
            successor?.heldBytes ?? Int(state.pointee.read_in_length) / 8 + Int(state.pointee.tmp_in_size)
        }

        private func call(
            _ input: UnsafeRawBufferPointer, _ output: UnsafeMutableRawBufferPointer
        ) -> (status: Int32, consumed: Int, produced: Int) {
            // The library reads and writes only inside the counts that it is given; it never writes to its input, and
            // doesn't look at an address beside a count of 0.
            let inputCount = min(input.count, Int(Int32.max))
            let outputCount = min(output.count, Int(Int32.max))
            let next = input.baseAddress ?? UnsafeRawPointer(state)
            state.pointee.next_in = UnsafeMutablePointer(mutating: next.assumingMemoryBound(to: UInt8.self))
            state.pointee.avail_in = UInt32(inputCount)
            state.pointee.next_out = output.baseAddress?.assumingMemoryBound(to: UInt8.self)
            state.pointee.avail_out = UInt32(outputCount)
            let status = isal_inflate(state)
            return (status, inputCount - Int(state.pointee.avail_in), outputCount - Int(state.pointee.avail_out))
        }

        /// Goes again the way that led to a fault: when the library meets one, it counts as written what it didn't write, and
        /// as read what it didn't look at. Bit by bit up to the end of a deflate block; from there libz goes on, which says
        /// exactly where it is.
        private func replay(_ input: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer)
            -> Inflater.Step
        {
            let none = UnsafeRawBufferPointer(start: nil, count: 0)
            var produced = 0
            /// How many bits of the input the library has.
            var bits = 0
            // A stored block comes in bytes.
            let isStored = state.pointee.block_state == ISAL_BLOCK_TYPE0
            // First without more bits, for what it still holds.
            var part = none
            while true {
                let step = call(part, UnsafeMutableRawBufferPointer(rebasing: output[produced...]))
                if step.status < 0 {
                    let message = Self.explanation(step.status)
                    failure = message
                    state.pointee.read_in_length = 0
                    state.pointee.tmp_in_size = 0
                    return Inflater.Step(progress: .failed(message), consumed: (bits + 7) / 8, produced: produced)
                }
                produced += step.produced
                bits += 8 * step.consumed
                let isAtBlock =
                    state.pointee.block_state == ISAL_BLOCK_NEW_HDR || state.pointee.block_state == ISAL_BLOCK_HDR
                if isAtBlock, produced < output.count {
                    return handOver(
                        input, usedBits: bits, into: UnsafeMutableRawBufferPointer(rebasing: output[produced...]),
                        produced)
                }
                let isStuck = !part.isEmpty && step.consumed == 0
                if bits % 8 == 0, produced == output.count || bits / 8 == input.count || isStuck {
                    return Inflater.Step(progress: .more, consumed: bits / 8, produced: produced)
                }
                if isStored {
                    part = UnsafeRawBufferPointer(rebasing: input[bits / 8..<bits / 8 + 1])
                } else {
                    // There is room for one: what the library couldn't use yet is part of one code of at most 48 bits.
                    let value = UInt64(input[bits / 8] >> UInt8(bits % 8) & 1)
                    state.pointee.read_in |= value << UInt64(state.pointee.read_in_length)
                    state.pointee.read_in_length += 1
                    bits += 1
                }
            }
        }

        /// Lets libz go on, from the beginning of a deflate block.
        private func handOver(
            _ input: UnsafeRawBufferPointer, usedBits: Int, into output: UnsafeMutableRawBufferPointer, _ before: Int
        ) -> Inflater.Step {
            // What the library holds: bits, the header's bytes behind them, and the rest of a byte of the input.
            var bits = state.pointee.read_in
            var count = Int(state.pointee.read_in_length)
            if usedBits % 8 > 0 {
                bits |= UInt64(input[usedBits / 8] >> UInt8(usedBits % 8)) << UInt64(count)
                count += 8 - usedBits % 8
            }
            let engine = ZlibInflate(primedWith: bits, count: count % 8, history: history)
            var held: [UInt8] = []
            for at in 0..<count / 8 { held.append(UInt8(truncatingIfNeeded: bits >> UInt64(count % 8 + 8 * at))) }
            withUnsafeBytes(of: state.pointee.tmp_in_buffer) { held += $0.prefix(Int(state.pointee.tmp_in_size)) }
            successor = engine
            // A header that isn't whole: libz takes all of it and writes nothing, or meets the fault in it.
            let used = (usedBits + 7) / 8
            if !held.isEmpty {
                let step = held.withUnsafeBytes { engine.inflate($0, into: output) }
                if step.progress != .more || step.consumed < held.count {
                    return Inflater.Step(
                        progress: step.progress, consumed: used - (held.count - step.consumed),
                        produced: before + step.produced)
                }
            }
            let step = engine.inflate(UnsafeRawBufferPointer(rebasing: input[used...]), into: output)
            return Inflater.Step(
                progress: step.progress, consumed: used + step.consumed, produced: before + step.produced)
        }

        /// The newest 32 KiB of text, all of which is handed out.
        private var history: UnsafeRawBufferPointer {
            let valid = Int(state.pointee.tmp_out_valid)
            let count = min(valid, Int(ISAL_DEF_HIST_SIZE))
            // The first `valid` bytes of the buffer are text.
            return UnsafeRawBufferPointer(start: UnsafeRawPointer(state) + Self.textStart + valid - count, count: count)
        }

        /// Where the library's own buffer for text begins: it is the last member of the struct, behind one of 328 bytes.
        /// Swift doesn't import arrays of its size.
        private static let textStart =
            (MemoryLayout<inflate_state>.offset(of: \.tmp_in_buffer) ?? 0) + Int(ISAL_DEF_MAX_HDR_SIZE)

        /// Copies a state without the part of its last member, the output buffer, that holds nothing yet.
        private static func copy(
            _ source: UnsafeMutablePointer<inflate_state>, to target: UnsafeMutablePointer<inflate_state>
        ) {
            // Both states are of the full size, and the count is at most that.
            let valid = textStart + Int(source.pointee.tmp_out_valid)
            UnsafeMutableRawPointer(target).copyMemory(
                from: source, byteCount: min(valid, MemoryLayout<inflate_state>.size))
        }

        private static func explanation(_ status: Int32) -> String {
            switch status {
            case ISAL_INVALID_BLOCK: "the compressed bytes are wrong (invalid block)"
            case ISAL_INVALID_SYMBOL: "the compressed bytes are wrong (invalid code)"
            case ISAL_INVALID_LOOKBACK: "the compressed bytes are wrong (invalid distance too far back)"
            default: "the compressed bytes are wrong"
            }
        }
    }
#endif
