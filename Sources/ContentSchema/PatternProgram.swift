/// A pattern as instructions of a Thompson automaton: every counted repeat is written out.
struct PatternProgram: Sendable {
    enum Instruction: Sendable {
        /// Takes one code point of a class and goes on behind it.
        case take(classIndex: Int)
        case jump(Int)
        case split(Int, Int)
        case assert(PatternAssertion)
        case match
    }

    /// More instructions than this make a pattern too large: time is instructions times length at worst.
    static let largest = 4000

    private(set) var instructions: [Instruction] = []
    private(set) var classes: [CodePointClass] = []
    /// The classes' indexes, where there are more than a look through them all is good for.
    private var classIndexes: [CodePointClass: Int] = [:]
    private(set) var hasAnchors = false
    private(set) var hasBoundaries = false

    init(_ tree: PatternTree) throws(PatternError) {
        if Self.size(of: tree) > Self.largest {
            throw PatternError(
                message: "the pattern is too large with its counted repeats written out: use minLength and maxLength",
                offset: 0)
        }
        emit(tree)
        instructions.append(.match)
    }

    /// The number of instructions, held down so that nested counts don't overflow.
    private static func size(of tree: PatternTree) -> Int {
        let limit = largest * 2
        switch tree {
        case .empty: return 1
        case .one, .assertion: return 1
        case .sequence(let terms), .alternation(let terms):
            return min(limit, terms.reduce(0) { min(limit, $0 + size(of: $1) + 2) })
        case .repetition(let inner, let minimum, let maximum):
            let copies = maximum ?? minimum + 1
            return min(limit, (size(of: inner) + 2) * max(copies, 1))
        }
    }

    private mutating func index(of codePoints: CodePointClass) -> Int {
        let most = 16
        let known = classes.count <= most ? classes.firstIndex(of: codePoints) : classIndexes[codePoints]
        if let known { return known }
        classes.append(codePoints)
        if classes.count == most + 1 {
            for (index, codePoints) in classes.enumerated() { classIndexes[codePoints] = index }
        } else if classes.count > most {
            classIndexes[codePoints] = classes.count - 1
        }
        return classes.count - 1
    }

    private mutating func emit(_ tree: PatternTree) {
        switch tree {
        case .empty: break
        case .one(let codePoints):
            instructions.append(.take(classIndex: index(of: codePoints)))
        case .assertion(let assertion):
            switch assertion {
            case .start, .end: hasAnchors = true
            case .boundary, .notBoundary: hasBoundaries = true
            }
            instructions.append(.assert(assertion))
        case .sequence(let terms):
            for term in terms { emit(term) }
        case .alternation(let branches):
            var jumps: [Int] = []
            for branch in branches.dropLast() {
                let split = instructions.count
                instructions.append(.match)
                emit(branch)
                jumps.append(instructions.count)
                instructions.append(.match)
                instructions[split] = .split(split + 1, instructions.count)
            }
            if let last = branches.last { emit(last) }
            for jump in jumps { instructions[jump] = .jump(instructions.count) }
        case .repetition(let inner, let minimum, let maximum):
            for _ in 0..<minimum { emit(inner) }
            if let maximum {
                var splits: [Int] = []
                for _ in minimum..<maximum {
                    splits.append(instructions.count)
                    instructions.append(.match)
                    emit(inner)
                }
                for split in splits { instructions[split] = .split(split + 1, instructions.count) }
            } else {
                let split = instructions.count
                instructions.append(.match)
                emit(inner)
                instructions.append(.jump(split))
                instructions[split] = .split(split + 1, instructions.count)
            }
        }
    }
}

/// What holds at a place between two code points: the bits that assertions look at.
struct PatternContext {
    static let atStart = 1
    static let atEnd = 2
    static let wordBefore = 4
    static let wordAfter = 8

    static func holds(_ assertion: PatternAssertion, in context: Int) -> Bool {
        let isBoundary = (context & wordBefore != 0) != (context & wordAfter != 0)
        return switch assertion {
        case .start: context & atStart != 0
        case .end: context & atEnd != 0
        case .boundary: isBoundary
        case .notBoundary: !isBoundary
        }
    }
}
