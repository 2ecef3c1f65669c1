import JSONText

extension PlanStorage {
    /// The bytes of a value with missing defaults added, each after the last member of its object.
    ///
    /// - Parameter missing: Ordered by where their objects end, as a walk finds them.
    func filled(_ tape: JSONTape, _ node: Int, _ bytes: Span<UInt8>, _ missing: [MissingDefault]) -> [UInt8] {
        var output: [UInt8] = []
        let end = tape.end(node)
        output.reserveCapacity(end - tape.start(node) + missing.count * 32)
        var copied = tape.start(node)
        var index = 0
        while index < missing.count {
            let object = missing[index].object
            var place = tape.end(object) - 1
            while place > tape.start(object) + 1, Self.isSpace(bytes[place - 1]) { place -= 1 }
            Self.append(bytes, copied..<place, to: &output)
            copied = place
            var isFirst = tape.childCount(object) == 0
            while index < missing.count && missing[index].object == object {
                if !isFirst { output.append(UInt8(ascii: ",")) }
                isFirst = false
                output.append(contentsOf: tables.defaults[missing[index].slot].member)
                index += 1
            }
        }
        Self.append(bytes, copied..<end, to: &output)
        return output
    }

    private static func isSpace(_ byte: UInt8) -> Bool {
        byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09
    }

    private static func append(_ bytes: Span<UInt8>, _ range: Range<Int>, to output: inout [UInt8]) {
        bytes.extracting(range).withUnsafeBufferPointer { buffer in
            // The buffer is exactly the range, which `extracting` checked, and is only read during the call.
            output.append(contentsOf: buffer)
        }
    }

    /// JSON text without the white space between its tokens.
    static func compact(_ text: [UInt8]) -> [UInt8] {
        var output: [UInt8] = []
        output.reserveCapacity(text.count)
        var isInString = false
        var isEscaped = false
        for byte in text {
            if isInString {
                if isEscaped {
                    isEscaped = false
                } else if byte == UInt8(ascii: "\\") {
                    isEscaped = true
                } else if byte == UInt8(ascii: "\"") {
                    isInString = false
                }
            } else if isSpace(byte) {
                continue
            } else if byte == UInt8(ascii: "\"") {
                isInString = true
            }
            output.append(byte)
        }
        return output
    }
}
