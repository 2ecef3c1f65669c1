import TestSupport

/// Random JSON texts with random white space and spelling.
struct RandomJSON {
    var random: SeededRandom
    /// How likely white space is where it may stand, in per cent.
    var spaces: Int

    init(_ random: SeededRandom) {
        self.random = random
        spaces = 0
        spaces = self.random.pick([0, 20, 80])
    }

    static let characters: [String] = [
        "a", "b", "name", "\"", "\\", "/", "\n", "\t", "\u{1}", "\u{7F}", "é", "中", "😀", "\u{FFFD}", "\u{2028}", " ",
        "{", ",", ":", "]",
    ]

    mutating func text() -> String {
        (0..<random.below(4)).reduce(into: "") { text, _ in text += random.pick(Self.characters) }
    }

    mutating func document(_ depth: Int = 4) -> [UInt8] {
        var bytes: [UInt8] = []
        space(&bytes)
        value(depth, &bytes, isRoot: true)
        space(&bytes)
        return bytes
    }

    mutating func space(_ bytes: inout [UInt8]) {
        guard random.chance(spaces) else { return }
        for _ in 0..<1 + random.below(3) { bytes.append(random.pick([0x20, 0x20, 0x0A, 0x0D, 0x09])) }
    }

    mutating func value(_ depth: Int, _ bytes: inout [UInt8], isRoot: Bool = false) {
        switch depth == 0 ? random.below(4) : isRoot ? 4 + random.below(4) : random.below(8) {
        case 0: bytes += random.pick(["null", "true", "false"]).utf8
        case 1: bytes += random.pick(["0", "-1.50", "1e400", "1152921504607541547"]).utf8
        case 2, 3:
            let text = self.text()
            string(text, &bytes)
        case 4, 5, 6:
            bytes.append(UInt8(ascii: "{"))
            space(&bytes)
            for index in 0..<random.below(5) {
                if index > 0 {
                    bytes.append(UInt8(ascii: ","))
                    space(&bytes)
                }
                // Now and then a name comes twice.
                let name = random.chance(50) ? random.pick(["a", "b", "c"]) : text()
                string(name, &bytes)
                space(&bytes)
                bytes.append(UInt8(ascii: ":"))
                space(&bytes)
                value(depth - 1, &bytes)
                space(&bytes)
            }
            bytes.append(UInt8(ascii: "}"))
        default:
            bytes.append(UInt8(ascii: "["))
            space(&bytes)
            for index in 0..<random.below(5) {
                if index > 0 {
                    bytes.append(UInt8(ascii: ","))
                    space(&bytes)
                }
                value(depth - 1, &bytes)
                space(&bytes)
            }
            bytes.append(UInt8(ascii: "]"))
        }
    }

    /// A string in any of the spellings that RFC 8259 has for it.
    mutating func string(_ text: String, _ bytes: inout [UInt8]) {
        bytes.append(UInt8(ascii: "\""))
        for scalar in text.unicodeScalars { bytes += spelling(of: scalar) }
        bytes.append(UInt8(ascii: "\""))
    }

    /// One character as it may be written in a string. U+FFFD may be half of a surrogate pair, which is read as that.
    mutating func spelling(of scalar: Unicode.Scalar) -> [UInt8] {
        let plain = Array(String(scalar).utf8)
        let short: [UInt32: String] = [
            0x22: #"\""#, 0x5C: #"\\"#, 0x2F: #"\/"#, 0x08: #"\b"#, 0x09: #"\t"#, 0x0A: #"\n"#, 0x0C: #"\f"#,
            0x0D: #"\r"#,
        ]
        let mustEscape = scalar.value < 0x20 || scalar == "\"" || scalar == "\\"
        if let escape = short[scalar.value], random.chance(mustEscape ? 70 : 40) { return Array(escape.utf8) }
        guard mustEscape || random.chance(20) else { return plain }
        if scalar.value == 0xFFFD && random.chance(60) { return Array(random.pick([#"\ude00"#, #"\uDFFF"#]).utf8) }
        return String(scalar).utf16.flatMap { unit -> [UInt8] in
            let digits = String(unit, radix: 16, uppercase: random.chance(50))
            return Array(("\\u" + String(repeating: "0", count: 4 - digits.count) + digits).utf8)
        }
    }

    /// UTF-8 text as the inside of a string, with what each byte became: nothing for all but a character's first.
    mutating func spelled(_ text: [UInt8]) -> [[UInt8]] {
        String(decoding: text, as: UTF8.self).unicodeScalars.flatMap { scalar -> [[UInt8]] in
            [spelling(of: scalar)]
                + Array(repeating: [], count: String(scalar).utf8.count - 1)
        }
    }
}
