/// What the runs of one row took.
struct Samples: Equatable {
    private(set) var runs: [Usage] = []

    mutating func add(_ usage: Usage) { runs.append(usage) }

    var isEmpty: Bool { runs.isEmpty }

    /// The shortest time, in seconds.
    var best: Double { runs.map(\.seconds).min() ?? 0 }

    /// The time in the middle, in seconds; between the two in the middle of an even number.
    var median: Double {
        let sorted = runs.map(\.seconds).sorted()
        guard !sorted.isEmpty else { return 0 }
        let middle = sorted.count / 2
        return sorted.count % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
    }

    /// The processor time of the run that took the shortest time, in seconds.
    var processorSeconds: Double { runs.min { $0.seconds < $1.seconds }?.processorSeconds ?? 0 }

    /// The most memory of any run, in bytes.
    var memory: Int { runs.map(\.memory).max() ?? 0 }
}
