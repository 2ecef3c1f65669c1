/// What a sketch holds at most, so that hostile archives can't make it grow. What lies beyond is left out of a draft,
/// never constrained, and the draft says so.
///
/// Which types and members are kept where there are too many depends only on their names: the ones that come first in
/// order. That is what makes merging independent of how archives were cut into parts, and the counts of what is kept
/// exact.
public enum DraftLimits {
    /// Types: numbers by value first, then strings by their UTF-8 bytes.
    public static let types = 100
    /// Members and elements of one type, at all depths together, in the order of their pointers.
    public static let members = 200
    /// Levels of objects and arrays below a payload.
    public static let depth = 8
    /// The longest name of a member, and the longest type that is a string, in bytes.
    public static let nameLength = 128
    /// Distinct values that a member may have for them to be candidates for an `enum`.
    public static let candidates = 12
    /// The longest such value, in bytes as it is written.
    public static let candidateLength = 48
    /// The longest number that a range is taken of, in bytes as it is written.
    public static let numberLength = 40
}
