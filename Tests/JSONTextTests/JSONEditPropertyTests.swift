import JSONText
import TestSupport
import Testing

/// Random edits of random texts against a model that edits a tree and writes itself by concatenation.
@Suite struct JSONEditPropertyTests {
    @Test("splicing equals editing the tree, byte for byte", arguments: Seeds.first(30, landing: 12))
    func splicingEqualsEditingTheTree(seed: Int) throws {
        var random = SeededRandom(seed)
        for round in 0..<30 {
            var maker = RandomJSON(random)
            var trial = try EditTrial(maker.document())
            random = maker.random
            for _ in 0..<random.below(16) { try trial.step(&random) }
            let comment = Comment(rawValue: "seed \(seed), round \(round)\n" + trial.log)
            do { try trial.verify() } catch { Issue.record(error, comment) }
            #expect(trial.edit.isEmpty == trial.log.isEmpty, comment)
        }
    }

    @Test("edits compose: one plan equals two, with a scan in between", arguments: Seeds.first(25, landing: 10))
    func editsCompose(seed: Int) throws {
        var random = SeededRandom(seed)
        for round in 0..<30 {
            var maker = RandomJSON(random)
            let document = maker.document()
            random = maker.random
            var whole = try EditTrial(document)
            for _ in 0..<1 + random.below(7) { try whole.step(&random) }
            // The first part alone, and where its nodes are in its result.
            let numbers = try whole.renumbered()
            let doneBefore = whole.done.count
            let madeBefore = whole.made.count
            var second = try EditTrial(try whole.applied())
            for _ in 0..<1 + random.below(7) { try whole.step(&random) }
            try second.replay(Array(whole.done[doneBefore...]), after: madeBefore, numbers)
            let comment = Comment(rawValue: "seed \(seed), round \(round)\n" + whole.log)
            let once = try JSONTree(try whole.applied())
            let twice = try JSONTree(try second.applied())
            #expect(once == twice, comment)
        }
    }
}
