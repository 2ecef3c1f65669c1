import Testing

@testable import Archives

@Suite struct Base64Tests {
    static func decode(_ text: String, _ alphabet: Base64.Alphabet = .standard) throws(Base64Error) -> String {
        var scratch: [UInt8] = []
        let bytes = Array(text.utf8)
        let count = try Base64.decode(bytes.span, into: &scratch, alphabet: alphabet)
        return String(decoding: scratch[..<count], as: UTF8.self)
    }

    static func isURLSafe(_ text: String) -> Bool {
        let bytes = Array(text.utf8)
        return Base64.isURLSafe(bytes.span)
    }

    /// RFC 4648, 10.
    static let vectors = [
        ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="), ("fooba", "Zm9vYmE="),
        ("foobar", "Zm9vYmFy"),
    ]

    @Test func rfc4648Vectors() throws {
        for (bytes, text) in Self.vectors {
            #expect(try Self.decode(text) == bytes)
            var output = Array("x".utf8)
            let source = Array(bytes.utf8)
            Base64.encode(source.span, appendingTo: &output)
            #expect(String(decoding: output, as: UTF8.self) == "x" + text)
        }
    }

    @Test func everyLengthAndEveryByteComesBack() throws {
        var scratch: [UInt8] = []
        for length in 0...600 {
            let bytes = (0..<length).map { UInt8(truncatingIfNeeded: $0 &* 89 &+ length) }
            var text: [UInt8] = []
            Base64.encode(bytes.span, appendingTo: &text)
            let count = try Base64.decode(text.span, into: &scratch)
            #expect(Array(scratch[..<count]) == bytes)
            let urlSafe = text.map {
                $0 == UInt8(ascii: "+") ? UInt8(ascii: "-") : $0 == UInt8(ascii: "/") ? UInt8(ascii: "_") : $0
            }
            .filter { $0 != UInt8(ascii: "=") }
            let again = try Base64.decode(urlSafe.span, into: &scratch, alphabet: .urlSafe)
            #expect(Array(scratch[..<again]) == bytes)
        }
    }

    @Test func lineEndsAreIgnoredAnywhere() throws {
        let text = Array("Zm9vYmE=".utf8)
        for position in 0...text.count {
            for lineEnd in ["\n", "\r", "\r\n\r\n"] {
                var broken = text
                broken.insert(contentsOf: lineEnd.utf8, at: position)
                #expect(try Self.decode(String(decoding: broken, as: UTF8.self)) == "fooba")
            }
        }
        #expect(try Self.decode("Z\ng\n=\n=\n") == "f")
        #expect(try Self.decode("\n") == "")
    }

    @Test func bitsAfterTheLastByteNeedNotBeZero() throws {
        #expect(try Self.decode("eyJ0eXBlIjoxfR==") == "{\"type\":1}")
        #expect(try Self.decode("Zm9=") == "fo")
    }

    @Test(arguments: [
        ("Zg=", 3, Base64Error.Reason.missingPadding), ("Zg", 2, .missingPadding), ("Z", 1, .missingPadding),
        ("Zm9vY", 5, .missingPadding), ("=", 0, .misplacedPadding), ("Z===", 1, .misplacedPadding),
        ("Zg=v", 2, .misplacedPadding), ("Zg==Zg==", 4, .afterPadding), ("Zm8=\n=", 5, .afterPadding),
        ("Zm9v Zg==", 4, .character(32)), ("eyJ0-A==", 4, .character(UInt8(ascii: "-"))),
        ("Zm9vZm9vZm9vZm9*", 15, .character(UInt8(ascii: "*"))), ("Zm\u{fc}=", 2, .character(0xc3)),
    ])
    func faultsHaveAnOffsetAndAReason(text: String, offset: Int, reason: Base64Error.Reason) {
        do throws(Base64Error) {
            _ = try Self.decode(text)
            Issue.record("\(text) was taken")
        } catch {
            #expect(error == Base64Error(offset: offset, reason: reason))
            #expect(!error.message.isEmpty)
        }
    }

    @Test func everyByteOutsideTheAlphabetIsRefusedAtEveryPlace() {
        let alphabet = Set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/=\r\n".utf8)
        var scratch: [UInt8] = []
        for byte in UInt8.min...UInt8.max where !alphabet.contains(byte) {
            // Eighty characters go through every way of decoding, many at once and one by one.
            for place in 0..<80 {
                var text = Array(String(repeating: "Zm9v+/Fy", count: 10).utf8)
                text[place] = byte
                do throws(Base64Error) {
                    _ = try Base64.decode(text.span, into: &scratch)
                    Issue.record("byte \(byte) was taken")
                } catch {
                    #expect(error == Base64Error(offset: place, reason: .character(byte)))
                }
            }
        }
    }

    /// A text of whole groups has padding in its last place, in its last two, or nowhere.
    @Test func paddingIsRefusedWhereItDoesNotBelong() throws {
        for length in stride(from: 4, through: 140, by: 4) {
            let plain = (0..<length).map { Self.alphabet[($0 * 7 + length) % 64] }
            var whole: [UInt8] = []
            let count = try Base64.decode(plain.span, into: &whole)
            #expect(count == length / 4 * 3)
            for place in 0..<length {
                for pads in 1...3 where place + pads <= length {
                    var text = plain
                    for pad in place..<place + pads { text[pad] = UInt8(ascii: "=") }
                    var bytes: [UInt8] = []
                    let decoded = try? Base64.decode(text.span, into: &bytes)
                    let belongs = place + pads == length && pads < 3
                    #expect(decoded == (belongs ? count - pads : nil), "\(String(decoding: text, as: UTF8.self))")
                    if belongs { #expect(bytes.prefix(count - pads) == whole.prefix(count - pads)) }
                }
            }
        }
    }

    private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

    @Test func theURLSafeAlphabetIsTold() throws {
        let text = "eyJ0eXBlIjoxLCJjb250ZW50IjoiPz8-PiJ9"
        #expect(Self.isURLSafe(text))
        #expect(try Self.decode(text, .urlSafe) == "{\"type\":1,\"content\":\"??>>\"}")
        #expect(try Self.decode("Zg", .urlSafe) == "f")
        #expect(try Self.decode("Zg==", .urlSafe) == "f")
        for text in ["eyJ0eXBlIjoxfQ==", "a+-_", "a b_"] { #expect(!Self.isURLSafe(text)) }
    }

    @Test func oneScratchServesTextsOfAllSizes() throws {
        var scratch: [UInt8] = []
        for text in [String(repeating: "Zm9v", count: 1000), "Zg==", String(repeating: "YmFy", count: 5)] {
            let bytes = Array(text.utf8)
            let before = scratch.count
            let count = try Base64.decode(bytes.span, into: &scratch)
            #expect(scratch.count >= before && scratch.count >= count)
        }
    }
}
