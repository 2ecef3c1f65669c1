import Archives

/// Texts and numbers behind an array's last byte, as JSON has them.
extension [UInt8] {
    mutating func add(_ text: StaticString) {
        append(contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }

    mutating func add(_ number: Int) {
        if number < 0 { append(UInt8(ascii: "-")) }
        add(digits: number.magnitude, atLeast: 1)
    }

    /// Decimal digits, with zeros before them up to a count.
    mutating func add(digits number: UInt, atLeast count: Int) {
        let start = self.count
        var rest = number
        while rest > 0 || self.count - start < count {
            append(UInt8(ascii: "0") + UInt8(rest % 10))
            rest /= 10
        }
        self[start...].reverse()
    }

    /// 16 hexadecimal digits.
    mutating func add(hex number: UInt64) {
        for shift in stride(from: 60, through: 0, by: -4) {
            let digit = UInt8(number >> UInt64(shift) & 15)
            append(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") - 10 + digit)
        }
    }

    /// A text whose only characters that JSON escapes are line feeds.
    mutating func add(escaping text: ArraySlice<UInt8>) {
        for byte in text {
            if byte == 10 { add("\\n") } else { append(byte) }
        }
    }

    /// The bytes in Base64.
    mutating func add(base64 bytes: [UInt8]) {
        Base64.encode(bytes.span, appendingTo: &self)
    }
}
