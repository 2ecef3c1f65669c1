import Glibc

/// The seeds that random input is drawn from.
///
/// By hand each run tries one that nobody has seen before. A landing (`CI` is set) is judged by known ones alone, and by
/// few: the same change always gets the same verdict, and gets it soon.
public enum Seeds {
    /// Whether a landing is judged.
    public static let isLanding = getenv("CI") != nil

    /// - Parameters:
    ///   - kept: Those that every run tries, the most telling ones first.
    ///   - count: How many of them a landing tries.
    public static func of(_ kept: Int..., landing count: Int = 1) -> [Int] {
        isLanding ? Array(kept.prefix(count)) : kept + [Int.random(in: 1000..<1_000_000_000)]
    }

    /// As many seeds as are asked for, from 1 on.
    public static func first(_ count: Int, landing: Int) -> ClosedRange<Int> { 1...(isLanding ? landing : count) }

    /// A seed that is new each time, and in a landing this one.
    public static func one(_ landing: Int) -> Int { isLanding ? landing : Int.random(in: 1000..<1_000_000_000) }
}
