/// A regular expression of ECMA-262 (unicode mode) that is matched in linear time, anywhere in a text.
///
/// Only its regular part is taken: no back-references and no look-around. The automaton runs over code points, never goes
/// back, and allocates nothing for patterns of up to 63 positions.
public struct Pattern: Sendable {
    /// The pattern as written.
    public let source: String
    /// The automaton, where the pattern is small enough; otherwise `large` is there.
    private let small: SmallAutomaton?
    private let large: LargeAutomaton?

    /// Compiles a pattern.
    ///
    /// - Throws: What can't be used, and where.
    public init(_ source: String) throws(PatternError) {
        self.source = source
        let program = try PatternProgram(try PatternParser.parse(source))
        small = SmallAutomaton(program)
        large = small == nil ? LargeAutomaton(program) : nil
    }

    /// Whether the pattern matches somewhere in a text.
    ///
    /// - Parameter text: UTF-8.
    /// - Complexity: O(*n* × *m*) for *n* bytes and a pattern of *m* positions.
    public func matches(_ text: Span<UInt8>) -> Bool {
        if let small { return small.matches(text) }
        return large?.matches(text) ?? false
    }
}

/// Walks the code points of UTF-8 text. Bytes that are no UTF-8 come out as some code point, never as a trap.
struct CodePointCursor {
    private(set) var offset = 0

    /// The next code point, nil at the end.
    @inline(__always)
    mutating func next(in text: Span<UInt8>) -> UInt32? {
        guard offset < text.count else { return nil }
        let first = text[offset]
        offset &+= 1
        if first < 0x80 { return UInt32(first) }
        var value: UInt32
        var more: Int
        switch first {
        case 0xF0...: (value, more) = (UInt32(first & 0x07), 3)
        case 0xE0...: (value, more) = (UInt32(first & 0x0F), 2)
        default: (value, more) = (UInt32(first & 0x1F), 1)
        }
        while more > 0 && offset < text.count {
            value = value << 6 | UInt32(text[offset] & 0x3F)
            offset &+= 1
            more &-= 1
        }
        return value
    }
}

@inline(__always)
private func isWord(_ codePoint: UInt32) -> Bool {
    switch codePoint {
    case 0x30...0x39, 0x41...0x5A, 0x5F, 0x61...0x7A: true
    default: false
    }
}

/// An automaton of at most 63 positions, whose set of states is one word. The step from a position over everything that
/// takes no code point is worked out beforehand, for every context.
final class SmallAutomaton: Sendable {
    private static let matched: UInt64 = 1 << 63

    /// Which positions take a code point of ASCII.
    private let ascii: [UInt64]
    /// The classes that reach beyond ASCII, and the positions that each stands at.
    private let classes: [(codePoints: CodePointClass, positions: UInt64)]
    /// By context, then by position; the last row of each context is that of the pattern's start.
    private let follow: [UInt64]
    private let positionCount: Int
    private let contextMask: Int
    /// Whether a match can begin at the text's start only.
    private let isAnchored: Bool

    init?(_ program: PatternProgram) {
        var positions: [Int] = []
        // For each instruction its position, -1 where it takes nothing.
        var positionOf = [Int](repeating: -1, count: program.instructions.count)
        var ascii = [UInt64](repeating: 0, count: 128)
        var masks = [UInt64](repeating: 0, count: program.classes.count)
        for (index, instruction) in program.instructions.enumerated() {
            guard case .take(let classIndex) = instruction else { continue }
            if positions.count == 63 { return nil }
            positionOf[index] = positions.count
            masks[classIndex] |= 1 << UInt64(positions.count)
            positions.append(index)
        }
        var classes: [(codePoints: CodePointClass, positions: UInt64)] = []
        for (index, codePoints) in program.classes.enumerated() {
            for codePoint in UInt32(0)..<128 where codePoints.contains(codePoint) {
                ascii[Int(codePoint)] |= masks[index]
            }
            if codePoints.reachesBeyondASCII { classes.append((codePoints, masks[index])) }
        }
        let contexts = program.hasBoundaries ? 16 : (program.hasAnchors ? 4 : 1)
        var follow: [UInt64] = []
        var isAnchored = true
        for context in 0..<contexts {
            for position in positions {
                follow.append(Self.closure(of: position + 1, in: context, program, positionOf))
            }
            let start = Self.closure(of: 0, in: context, program, positionOf)
            follow.append(start)
            if context & PatternContext.atStart == 0 && start != 0 { isAnchored = false }
        }
        self.ascii = ascii
        self.classes = classes
        self.follow = follow
        self.positionCount = positions.count
        self.contextMask = contexts - 1
        self.isAnchored = isAnchored
    }

    /// The positions that can be reached without taking a code point, and the match bit.
    private static func closure(
        of start: Int, in context: Int, _ program: PatternProgram, _ positionOf: [Int]
    ) -> UInt64 {
        var result: UInt64 = 0
        var isSeen = [Bool](repeating: false, count: positionOf.count)
        var stack = [start]
        while let index = stack.popLast() {
            if isSeen[index] { continue }
            isSeen[index] = true
            switch program.instructions[index] {
            case .take: result |= 1 << UInt64(positionOf[index])
            case .jump(let target): stack.append(target)
            case .split(let first, let second): stack += [first, second]
            case .assert(let assertion):
                if PatternContext.holds(assertion, in: context) { stack.append(index + 1) }
            case .match: result |= matched
            }
        }
        return result
    }

    func matches(_ text: Span<UInt8>) -> Bool {
        var cursor = CodePointCursor()
        var before: UInt32 = 0
        var taken: UInt64 = 0
        var isStart = true
        while true {
            let codePoint = cursor.next(in: text)
            var context = 0
            if contextMask != 0 {
                if isStart { context |= PatternContext.atStart }
                if let codePoint {
                    if isWord(codePoint) { context |= PatternContext.wordAfter }
                } else {
                    context |= PatternContext.atEnd
                }
                if !isStart && isWord(before) { context |= PatternContext.wordBefore }
                context &= contextMask
            }
            let row = context &* (positionCount &+ 1)
            var active = follow[row &+ positionCount]
            while taken != 0 {
                active |= follow[row &+ taken.trailingZeroBitCount]
                taken &= taken &- 1
            }
            if active & Self.matched != 0 { return true }
            guard let codePoint else { return false }
            if codePoint < 0x80 {
                taken = active & ascii[Int(codePoint)]
            } else {
                for index in classes.indices where classes[index].positions & active != 0 {
                    if classes[index].codePoints.contains(codePoint) { taken |= classes[index].positions & active }
                }
            }
            if taken == 0 && isAnchored { return false }
            before = codePoint
            isStart = false
        }
    }
}

/// An automaton of any size that the program limit allows: a list of threads that moves in step.
final class LargeAutomaton: Sendable {
    private let program: PatternProgram

    init(_ program: PatternProgram) { self.program = program }

    func matches(_ text: Span<UInt8>) -> Bool {
        var cursor = CodePointCursor()
        var before: UInt32 = 0
        var isStart = true
        var threads: [Int] = []
        var stack: [Int] = []
        var positions: [Int] = []
        // The step at which an instruction was last reached: no set has to be cleared.
        var reached = [Int](repeating: -1, count: program.instructions.count)
        var step = 0
        var accepted = [Int](repeating: -1, count: program.classes.count)
        while true {
            let codePoint = cursor.next(in: text)
            var context = 0
            if isStart { context |= PatternContext.atStart }
            if let codePoint {
                if isWord(codePoint) { context |= PatternContext.wordAfter }
            } else {
                context |= PatternContext.atEnd
            }
            if !isStart && isWord(before) { context |= PatternContext.wordBefore }
            positions.removeAll(keepingCapacity: true)
            stack.append(0)
            stack.append(contentsOf: threads)
            while let index = stack.popLast() {
                if reached[index] == step { continue }
                reached[index] = step
                switch program.instructions[index] {
                case .take: positions.append(index)
                case .jump(let target): stack.append(target)
                case .split(let first, let second):
                    stack.append(second)
                    stack.append(first)
                case .assert(let assertion):
                    if PatternContext.holds(assertion, in: context) { stack.append(index + 1) }
                case .match: return true
                }
            }
            guard let codePoint else { return false }
            threads.removeAll(keepingCapacity: true)
            for index in positions {
                guard case .take(let classIndex) = program.instructions[index] else { continue }
                // A class is asked once for a code point: twice the step, plus whether it took it.
                if accepted[classIndex] >> 1 != step {
                    accepted[classIndex] = step << 1 | (program.classes[classIndex].contains(codePoint) ? 1 : 0)
                }
                if accepted[classIndex] & 1 == 1 { threads.append(index + 1) }
            }
            before = codePoint
            isStart = false
            step += 1
        }
    }
}
