/// The state of one walk over a payload.
struct PlanRun {
    /// Deeper than this in plan nodes inside each other, a walk ends: the stack is bounded.
    static let deepest = 2_500
    /// A walk may take so many steps, and some more for each node of the payload.
    static let leastSteps = 20_000
    /// So many steps come before results are remembered: most walks are over by then, and pay nothing for it.
    private static let stepsBeforeMemory = 1_000
    private static let mostRemembered = 1 << 18

    /// Whether failures are kept; inside alternatives they only decide.
    var collects = true
    /// Whether a node above looks at its value in a way that a missing default changes.
    var isObserved = false
    /// Whether a default is missing where something looks.
    var needsFill = false
    /// Whether something failed or a name came twice, so that it matters whether names are repeated.
    var isSuspicious = false
    /// Whether members that a later one of the same name overrides are left out.
    var isCareful = false
    var isExhausted = false
    var steps: Int
    var depth = 0
    /// With fewer steps left than these, results are remembered.
    let remembersBelow: Int
    private var remembered: [Question: Bool] = [:]

    /// Whether a plan node holds for a value.
    struct Question: Hashable {
        var plan: Int
        var node: Int
    }

    init(steps: Int) {
        self.steps = steps
        remembersBelow = steps - Self.stepsBeforeMemory
    }

    /// What is known of an array or object that alternatives ask about again and again.
    func answer(to question: Question) -> Bool? { remembered[question] }

    mutating func remember(_ answer: Bool, to question: Question) {
        if remembered.count < Self.mostRemembered { remembered[question] = answer }
    }
}
