import CSHA256
import Testing

@testable import Archives

@Suite struct ChecksumTests {
    /// NIST's examples for SHA-256 (FIPS 180-4, and the CAVS short messages).
    static let vectors: [(message: [UInt8], digest: String)] = [
        ([], "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
        (Array("abc".utf8), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
        (
            Array("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq".utf8),
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
        ),
        (
            Array(
                ("abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmn"
                    + "hijklmnoijklmnopjklmnopqklmnopqrlmnopqrsmnopqrstnopqrstu").utf8),
            "cf5b16a778af8380036ce59e7b0492370b249b11e8f07a51afac45037afee9d1"
        ),
        ([0xd3], "28969cdfa74a12c82f3bad960b0b000aca2ac329deea5c2328ebc6f2ba9802c1"),
        ([0x11, 0xaf], "5ca7133fa735326081558ac312c620eeca9970d1e70a4b95533d956f072d1f98"),
        (
            [UInt8](repeating: UInt8(ascii: "a"), count: 1_000_000),
            "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"
        ),
    ]

    static func digest(_ message: [UInt8], code: csha256_code_t, step: Int) -> String {
        var state = csha256_t()
        csha256_init(&state)
        var at = 0
        while at < message.count {
            let end = min(at + step, message.count)
            message[at..<end].withUnsafeBytes { csha256_update_with(&state, $0.baseAddress, $0.count, code) }
            at = end
        }
        var bytes = [UInt8](repeating: 0, count: 32)
        csha256_final(&state, &bytes)
        return bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }

    @Test func nistVectorsWithEveryCodeAndStep() {
        for code in [CSHA256_PORTABLE, csha256_best()] {
            for (message, digest) in Self.vectors {
                for step in [1, 63, 64, 65, 1 << 20] where message.count < 1000 || step > 1 {
                    #expect(Self.digest(message, code: code, step: step) == digest)
                }
                #expect(Checksum(of: message.span).description == digest)
            }
        }
    }

    @Test func everyLengthAroundBlocksAgreesBetweenCodes() {
        let message = (0..<300).map { UInt8(truncatingIfNeeded: $0 &* 37) }
        for count in 0...300 {
            let part = Array(message[..<count])
            #expect(
                Self.digest(part, code: CSHA256_PORTABLE, step: 300) == Self.digest(part, code: csha256_best(), step: 7)
            )
        }
    }

    @Test func agreesWithSha256sum() throws {
        try #require(has("sha256sum"))
        let folder = TemporaryFolder()
        let bytes = (0..<1_234_567).map { UInt8(truncatingIfNeeded: $0 &* $0 >> 3) }
        folder.write("file", bytes)
        folder.run("sha256sum file | cut -c1-64 | tr -d '\\n' > sum")
        #expect(sha256(bytes) == String(decoding: folder.read("sum"), as: UTF8.self))
    }

    @Test func readsOnlyLowerCaseHexOfFullLength() {
        let text = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
        #expect(Checksum(lowercaseHex: text)?.description == text)
        #expect(Checksum(lowercaseHex: text.uppercased()) == nil)
        #expect(Checksum(lowercaseHex: String(text.dropLast())) == nil)
        #expect(Checksum(lowercaseHex: text + "0") == nil)
    }
}
