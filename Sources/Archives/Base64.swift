import CVector

/// Base64 (RFC 4648, 4 and 5) as WuKongIM's importer reads it: Go's `StdEncoding`.
///
/// Padding is required, CR and LF are ignored anywhere, and bits after the last byte need not be zero.
public enum Base64 {
    /// Which 64 characters count.
    public enum Alphabet: Sendable {
        /// `A-Z a-z 0-9 + /`, padded.
        case standard
        /// `A-Z a-z 0-9 - _`, padded or not.
        case urlSafe
    }

    /// Decodes a text.
    /// - Parameters:
    ///   - text: The characters, JSON escapes undone.
    ///   - output: Takes the bytes from its front. It grows where it must and never shrinks, so that one array serves
    ///     many texts; what is behind the result has no meaning.
    /// - Returns: How many bytes the text holds.
    /// - Throws: The first place where it is no Base64.
    /// - Complexity: O(n), 32 characters at a time where the processor can and four elsewhere, no allocation once `output` is large enough.
    public static func decode(
        _ text: Span<UInt8>, into output: inout [UInt8], alphabet: Alphabet = .standard
    ) throws(Base64Error) -> Int {
        // Each step stores four bytes and keeps three, hence room behind the last one, and some more for who reads the
        // result many bytes at a time.
        let needed = text.count / 4 * 3 + 64
        if output.count < needed {
            output.append(contentsOf: repeatElement(0, count: max(needed, 2 * output.count) - output.count))
        }
        if alphabet == .standard {
            // Mostly that is all.
            let wide = output.withUnsafeMutableBytes { output in
                text.withUnsafeBytes { text in decodeWide(text, into: output) }
            }
            if wide.read == text.count { return wide.written }
        }
        var failure: Base64Error?
        let count = output.withUnsafeMutableBytes { output in
            text.withUnsafeBytes { text in
                var decoder = Decoder(text: text, output: output, alphabet: alphabet)
                failure = decoder.run()
                return decoder.written
            }
        }
        if let failure { throw failure }
        return count
    }

    /// Decodes the beginning of a text in the standard alphabet, many characters at a time.
    ///
    /// - Parameter output: With room for three bytes for each four characters, and eight more.
    /// - Returns: How many characters, and how many bytes they hold.
    @inline(__always)
    private static func decodeWide(
        _ text: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer
    ) -> (read: Int, written: Int) {
        guard let from = text.baseAddress, let to = output.baseAddress else { return (0, 0) }
        // The function stays inside the text, and the output has the room that it asks for.
        let read = cvector_base64_decode(
            from.assumingMemoryBound(to: UInt8.self), text.count, to.assumingMemoryBound(to: UInt8.self))
        guard read > 0, text[read - 1] == UInt8(ascii: "=") else { return (read, read / 4 * 3) }
        return (read, read / 4 * 3 - (text[read - 2] == UInt8(ascii: "=") ? 2 : 1))
    }

    /// Whether the text uses the URL-safe alphabet: `-` or `_` occur, and `+` and `/` don't.
    public static func isURLSafe(_ text: Span<UInt8>) -> Bool {
        var isURLSafe = false
        for index in text.indices {
            switch text[index] {
            case UInt8(ascii: "-"), UInt8(ascii: "_"): isURLSafe = true
            case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "="), 10, 13:
                continue
            default: return false
            }
        }
        return isURLSafe
    }

    /// Encodes bytes in the standard alphabet with padding and without line ends, behind what `output` holds.
    public static func encode(_ bytes: Span<UInt8>, appendingTo output: inout [UInt8]) {
        let start = output.count
        let pairs = Tables.pairs.words
        output.append(contentsOf: repeatElement(UInt8(ascii: "="), count: (bytes.count + 2) / 3 * 4))
        output.withUnsafeMutableBytes { output in
            // Each step writes four characters for three bytes: together exactly the room made above. The table has a
            // word for each 12 bits.
            var to = start
            var from = 0
            while from + 3 <= bytes.count {
                let group = Int(bytes[from]) << 16 | Int(bytes[from + 1]) << 8 | Int(bytes[from + 2])
                let characters = pairs[group >> 12] | pairs[group & 4095] << 16
                output.storeBytes(of: characters.littleEndian, toByteOffset: to, as: UInt32.self)
                from += 3
                to += 4
            }
            guard from < bytes.count else { return }
            let second = from + 1 < bytes.count ? Int(bytes[from + 1]) : 0
            let group = Int(bytes[from]) << 16 | second << 8
            let first = pairs[group >> 12]
            output[to] = UInt8(truncatingIfNeeded: first)
            output[to + 1] = UInt8(truncatingIfNeeded: first >> 8)
            if from + 1 < bytes.count { output[to + 2] = UInt8(truncatingIfNeeded: pairs[group & 4095]) }
        }
    }
}

/// Where and why a text is no Base64.
public struct Base64Error: Error, Hashable, Sendable {
    /// What is wrong.
    public enum Reason: Hashable, Sendable {
        /// This byte isn't in the alphabet.
        case character(UInt8)
        /// The text ends inside a group of four characters, so padding is missing.
        case missingPadding
        /// `=` stands where no padding may be.
        case misplacedPadding
        /// More follows after the padding.
        case afterPadding
    }

    /// The offset in the text, in bytes.
    public var offset: Int
    /// What is wrong there.
    public var reason: Reason

    /// The reason in words.
    public var message: String {
        switch reason {
        case .character(let byte) where byte > 32 && byte < 127:
            "\"\(Character(Unicode.Scalar(byte)))\" is no Base64 character"
        case .character(let byte): "the byte \(byte) is no Base64 character"
        case .missingPadding: "padding is missing"
        case .misplacedPadding: "\"=\" stands where no padding may be"
        case .afterPadding: "more follows after the padding"
        }
    }
}

extension Base64 {
    /// What each character stands for.
    struct Tables: @unchecked Sendable {
        /// For decoding four times 256 words: the bits of a character at each place of a group, where a little-endian 32-bit store
        /// wants them; `bad` for a byte that is no character of the alphabet.
        let words: UnsafePointer<UInt32>
        static let bad: UInt32 = 0x8000_0000

        static let standard = Tables(last: "+/")
        static let urlSafe = Tables(last: "-_")
        /// For each 12 bits their two characters, the first one in the lowest byte.
        static let pairs = Tables(pairsOf: characters)
        private static let characters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

        private init(pairsOf characters: [UInt8]) {
            // Made once and kept for the life of the process.
            let words = UnsafeMutablePointer<UInt32>.allocate(capacity: 4096)
            for value in 0..<4096 {
                let pair = UInt32(characters[value >> 6]) | UInt32(characters[value & 63]) << 8
                (words + value).initialize(to: pair)
            }
            self.words = UnsafePointer(words)
        }

        /// - Parameter last: The characters for 62 and 63.
        private init(last: String) {
            // Made once for each alphabet and kept for the life of the process.
            let words = UnsafeMutablePointer<UInt32>.allocate(capacity: 4 * 256)
            words.initialize(repeating: Self.bad, count: 4 * 256)
            for (value, character) in (Self.characters.dropLast(2) + Array(last.utf8)).enumerated() {
                let bits = UInt32(value)
                let at = Int(character)
                words[at] = bits << 2
                words[256 + at] = bits >> 4 | (bits & 15) << 12
                words[512 + at] = (bits >> 2) << 8 | (bits & 3) << 22
                words[768 + at] = bits << 16
            }
            self.words = UnsafePointer(words)
        }
    }

    /// One text being decoded.
    private struct Decoder {
        let text: UnsafeRawBufferPointer
        let output: UnsafeMutableRawBufferPointer
        let words: UnsafePointer<UInt32>
        let alphabet: Alphabet
        var read = 0
        var written = 0

        init(text: UnsafeRawBufferPointer, output: UnsafeMutableRawBufferPointer, alphabet: Alphabet) {
            self.text = text
            self.output = output
            words = (alphabet == .standard ? Tables.standard : Tables.urlSafe).words
            self.alphabet = alphabet
        }

        mutating func run() -> Base64Error? {
            while true {
                decodeCleanGroups()
                if read == text.count || decodeCleanPadding() { return nil }
                switch decodeOneGroup() {
                case .group: continue
                case .end: return nil
                case .failed(let error): return error
                }
            }
        }

        /// Decodes groups of four as long as they hold nothing but characters of the alphabet.
        private mutating func decodeCleanGroups() {
            guard let from = text.baseAddress?.assumingMemoryBound(to: UInt8.self), let to = output.baseAddress else {
                return
            }
            let last = text.count - 4
            var read = read
            var written = written
            if alphabet == .standard {
                let wide = Base64.decodeWide(
                    UnsafeRawBufferPointer(rebasing: text[read...]),
                    into: UnsafeMutableRawBufferPointer(rebasing: output[written...]))
                read += wide.read
                written += wide.written
            }
            // read + 4 <= text.count; the tables have a word for every byte; the output has room for three bytes for
            // each four read, and eight more.
            while read <= last {
                let group =
                    words[Int(from[read])] | words[256 + Int(from[read + 1])] | words[512 + Int(from[read + 2])]
                    | words[768 + Int(from[read + 3])]
                if group & Tables.bad != 0 { break }
                (to + written).storeBytes(of: group.littleEndian, as: UInt32.self)
                read += 4
                written += 3
            }
            self.read = read
            self.written = written
        }

        /// Decodes a last group of two or three characters and their padding, where just that is left.
        ///
        /// - Returns: Whether that is so.
        private mutating func decodeCleanPadding() -> Bool {
            guard read &+ 4 == text.count, text[read &+ 3] == UInt8(ascii: "=") else { return false }
            let isPaddedTwice = text[read &+ 2] == UInt8(ascii: "=")
            var group = words[Int(text[read])] | words[256 &+ Int(text[read &+ 1])]
            // The tables have a word for every byte.
            if !isPaddedTwice { group |= words[512 &+ Int(text[read &+ 2])] }
            guard group & Tables.bad == 0 else { return false }
            store(group, bytes: isPaddedTwice ? 1 : 2)
            read = text.count
            return true
        }

        private enum Step {
            case group
            case end
            case failed(Base64Error)
        }

        private func failed(_ reason: Base64Error.Reason, at offset: Int) -> Step {
            .failed(Base64Error(offset: offset, reason: reason))
        }

        private mutating func skipLineEnds() {
            while read < text.count, text[read] == 10 || text[read] == 13 { read += 1 }
        }

        /// Decodes one group that may hold line ends, padding or the text's end.
        private mutating func decodeOneGroup() -> Step {
            var group: UInt32 = 0
            var count = 0
            while count < 4 {
                skipLineEnds()
                guard read < text.count else {
                    if count == 0 { return .end }
                    if alphabet == .standard || count == 1 { return failed(.missingPadding, at: text.count) }
                    store(group, bytes: count - 1)
                    return .end
                }
                let byte = text[read]
                if byte == UInt8(ascii: "=") { return decodePadding(group, count: count) }
                let word = words[256 * count + Int(byte)]
                if word & Tables.bad != 0 { return failed(.character(byte), at: read) }
                group |= word
                count += 1
                read += 1
            }
            store(group, bytes: 3)
            return .group
        }

        private mutating func decodePadding(_ group: UInt32, count: Int) -> Step {
            guard count >= 2 else { return failed(.misplacedPadding, at: read) }
            read += 1
            if count == 2 {
                skipLineEnds()
                guard read < text.count else { return failed(.missingPadding, at: text.count) }
                guard text[read] == UInt8(ascii: "=") else { return failed(.misplacedPadding, at: read - 1) }
                read += 1
            }
            skipLineEnds()
            guard read == text.count else { return failed(.afterPadding, at: read) }
            store(group, bytes: count - 1)
            return .end
        }

        private mutating func store(_ group: UInt32, bytes: Int) {
            for index in 0..<bytes {
                output[written] = UInt8(truncatingIfNeeded: group >> (8 * UInt32(index)))
                written += 1
            }
        }
    }
}
