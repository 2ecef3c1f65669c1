import JSONText

extension PlanStorage {
    /// Checks an array: how many elements it has, what they have in common, and each by its place.
    func checkArray(
        _ plan: PlanNode, _ node: Int, _ tape: JSONTape, _ bytes: Span<UInt8>, _ run: inout PlanRun,
        _ outcome: inout SchemaOutcome
    ) -> Bool {
        var result = true
        let count = tape.childCount(node)
        for index in Int(plan.arrayStart)..<Int(plan.objectStart) {
            let check = tables.checks[index]
            let passes: Bool
            switch check.kind {
            case .minItems: passes = count >= check.operand
            case .maxItems: passes = count <= check.operand
            case .uniqueItems: passes = ValueEquality.firstRepeated(in: node, tape, bytes) == nil
            case .contains:
                let most = check.second == Int32.max ? Int.max : Int(check.second)
                var found = 0
                var element = node &+ 1
                while element < tape.next(node), found < check.operand || (most != Int.max && found <= most) {
                    if holds(check.first, element, tape, bytes, &run, &outcome) { found += 1 }
                    element = tape.next(element)
                }
                passes = found >= check.operand && found <= most
            default: passes = true
            }
            if !passes {
                result = fail(index, node, &run, &outcome)
                if !run.collects { return false }
            }
        }
        guard plan.array >= 0 else { return result }
        let array = tables.arrays[Int(plan.array)]
        var position = 0
        var element = node &+ 1
        let end = tape.next(node)
        while element < end {
            let child =
                position < Int(array.prefixCount) ? tables.prefixes[Int(array.prefixStart) &+ position] : array.rest
            if child >= 0 {
                if position >= Int(array.prefixCount) && passes(array.passing, element, tape, bytes) {
                    // Nothing more to check.
                } else if !check(Int(child), element, tape, bytes, &run, &outcome) {
                    result = false
                    if !run.collects || run.isExhausted { return false }
                }
            } else if position >= Int(array.prefixCount) {
                break
            }
            position &+= 1
            element = tape.next(element)
        }
        return result
    }
}
