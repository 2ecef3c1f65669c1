import CCRC32
import CZlib
import TestSupport
import Testing

@testable import Archives

@Suite struct CRC32Tests {
    /// What libz says of the same bytes.
    static func libz(_ crc: UInt32, _ bytes: UnsafeRawBufferPointer) -> UInt32 {
        UInt32(CZlib.crc32(UInt(crc), bytes.baseAddress?.assumingMemoryBound(to: UInt8.self), UInt32(bytes.count)))
    }

    static let codes = [CCRC32_PORTABLE, ccrc32_best()]

    @Test func theCheckValue() {
        let bytes = Array("123456789".utf8)
        for code in Self.codes {
            #expect(bytes.withUnsafeBytes { ccrc32_with(0, $0.baseAddress, $0.count, code) } == 0xcbf4_3926)
        }
        #expect(bytes.withUnsafeBytes { CRC32(of: $0).value } == 0xcbf4_3926)
        #expect([UInt8]().withUnsafeBytes { CRC32(of: $0).value } == 0)
    }

    @Test func everyLengthAtEveryAlignmentAgreesWithLibz() {
        let bytes = BlockGzipTests.noise(400)
        bytes.withUnsafeBytes { whole in
            for start in 0..<64 {
                for count in 0...300 {
                    let part = UnsafeRawBufferPointer(rebasing: whole[start..<start + count])
                    let seed = UInt32(truncatingIfNeeded: count &* 0x9e37_79b9 &+ start)
                    let expected = Self.libz(seed, part)
                    for code in Self.codes {
                        check(ccrc32_with(seed, part.baseAddress, part.count, code) == expected)
                    }
                }
            }
        }
    }

    @Test func buffersOfManySizesAgreeWithLibz() {
        var generator = SeededRandom(Seeds.one(11))
        let bytes = BlockGzipTests.noise(1 << 18, seed: generator.next())
        bytes.withUnsafeBytes { whole in
            for round in 0..<2000 {
                let start = Int(generator.next() % 4096)
                let count = Int(generator.next() % (1 << UInt64(4 + round % 14)))
                let part = UnsafeRawBufferPointer(rebasing: whole[start..<start + count])
                let seed = UInt32(truncatingIfNeeded: generator.next())
                for code in Self.codes {
                    check(ccrc32_with(seed, part.baseAddress, part.count, code) == Self.libz(seed, part))
                }
            }
        }
    }

    @Test func piecesMakeTheWhole() {
        let bytes = BlockGzipTests.noise(10_000)
        let whole = bytes.withUnsafeBytes { CRC32(of: $0) }
        for step in [1, 15, 127, 128, 129, 1000, 9999] {
            var crc = CRC32()
            for start in stride(from: 0, to: bytes.count, by: step) {
                bytes[start..<min(start + step, bytes.count)].withUnsafeBytes { crc.update($0) }
            }
            #expect(crc == whole)
        }
    }

    @Test func oneBitOfAnyByteIsSeen() {
        let zeros = [UInt8](repeating: 0, count: 1000)
        let plain = zeros.withUnsafeBytes { CRC32(of: $0).value }
        for at in 0..<1000 {
            var bytes = zeros
            bytes[at] = 1 << UInt8(at % 8)
            check(bytes.withUnsafeBytes { CRC32(of: $0).value != plain && CRC32(of: $0).value == Self.libz(0, $0) })
        }
    }
}
