/// Why a pattern can't be used: it breaks the grammar of ECMA-262, or it needs something that linear time rules out.
public struct PatternError: Error, Equatable, Sendable {
    /// What is wrong, with the construct's name and what to write in its place.
    public var message: String
    /// Where, in code points from the pattern's start.
    public var offset: Int
}
