/// A random generator that gives the same numbers for the same seed (SplitMix64).
public struct SeededRandom: RandomNumberGenerator, Sendable {
    private var state: UInt64

    /// - Parameter seed: Decides all numbers that follow.
    public init(_ seed: Int) {
        state = UInt64(truncatingIfNeeded: seed)
        // Neighbouring seeds would give nearly the same numbers otherwise.
        state = next() ^ UInt64(truncatingIfNeeded: seed) << 32
    }

    /// The next 64 bits.
    public mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
        return mixed ^ mixed >> 31
    }

    /// A number from 0 on that is less than the bound.
    public mutating func below(_ bound: Int) -> Int { Int.random(in: 0..<bound, using: &self) }

    /// Whether something happens that happens in so many cases of a hundred.
    public mutating func chance(_ percent: Int) -> Bool { below(100) < percent }

    /// One of the elements, of which there has to be one.
    public mutating func pick<Element>(_ elements: [Element]) -> Element { elements[below(elements.count)] }
}
