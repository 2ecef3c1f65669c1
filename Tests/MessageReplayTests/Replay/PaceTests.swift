import Archives
import Testing

@testable import MessageReplay

/// The pace of a replay, under a clock that only moves when somebody waits.
struct PaceTests {
    private static let second: UInt64 = 1_000_000_000

    @Test func `paces are read`() {
        #expect(ReplayPace("1x") == .multiple(1))
        #expect(ReplayPace("60x") == .multiple(60))
        #expect(ReplayPace("0.5x") == .multiple(0.5))
        #expect(ReplayPace("20/s") == .perSecond(20))
        #expect(ReplayPace("0.1/s") == .perSecond(0.1))
        for text in [
            "", "x", "/s", "0x", "-1x", "1", "1.x.", "1e3x", "infx", "nan/s", ".5x", "1 x", "0x1/s", "1X",
            "9999999999x",
        ] {
            #expect(ReplayPace(text) == nil, "\(text)")
        }
    }

    @Test func `messages come as far apart as they were sent`() {
        var pacer = Pacer(.multiple(60))
        var now: UInt64 = 5
        func delay(_ time: Int64?) -> UInt64 {
            let delay = pacer.delay(time, now: now)
            now += delay
            return delay
        }
        #expect(delay(1_000_000) == 0)
        #expect(delay(1_060_000) == Self.second)
        #expect(delay(nil) == 0)
        #expect(delay(1_060_000) == 0)
        // The next channel begins earlier: no wait, and a new beginning.
        #expect(delay(30_000) == 0)
        #expect(delay(90_000) == Self.second)
        // An output that was slow for a moment is made up for; one that was slow for long is not.
        now += Self.second / 2
        #expect(delay(150_000) == Self.second / 2)
        now += 90 * Self.second
        #expect(delay(210_000) == 0)
        #expect(delay(270_000) == Self.second)
        #expect(delay(Int64.max / 1_000_000) < UInt64.max / 4)
    }

    @Test func `so many a second`() {
        var pacer = Pacer(.perSecond(4))
        var now: UInt64 = 77
        var delays: [UInt64] = []
        for _ in 0..<5 {
            let delay = pacer.delay(nil, now: now)
            delays.append(delay)
            now += delay
        }
        #expect(delays == [0, 250_000_000, 250_000_000, 250_000_000, 250_000_000])
        now += 100_000_000
        #expect(pacer.delay(nil, now: now) == 150_000_000)
    }

    @Test func `a paced replay puts each message out before it waits for the next`() throws {
        let scratch = ScratchFolder()
        let times: [Int64] = [0, 10, 10, 40, 20]
        let path = scratch.write(
            "a.jsonl",
            times.enumerated().map {
                Lines.wkdb(base64: "e30=", seq: $0.offset + 1, time: 1_609_459_200_000 + $0.element * 1000)
            }.joined(separator: "\n"))
        for (order, seconds) in [(ReplayOptions.Order.archive, [1.0, 3]), (.time, [1, 1, 2])] {
            let output = Collected()
            _ = try Collected.replay([path], HeadedIDs(), output) {
                $0.pace = .multiple(10)
                $0.order = order
            }
            #expect(output.waits.map { Double($0.nanoseconds) / 1e9 } == seconds)
            #expect(output.writes == 5)
            // What was sent before is out, the heading with it.
            #expect(output.waits.map(\.written).first == 9)
            #expect(output.text.count == 7 + 10)
        }
    }
}
