import ContentSchema

/// What a command line of the benchmark asks for.
struct BenchOptions: Equatable {
    var records = 1_000_000
    var seed: UInt64 = 11
    var rounds = 3
    /// Where archives are kept.
    var folder = ".build/msgreplay-bench"
    /// Rows whose name holds one of these; empty for all.
    var only: [String] = []
    var json: String?
    var workers = [1, 2]
    /// The program that is measured; nil for the one beside the benchmark.
    var program: String?
    var registry = "Samples/shop-registry"
    var isMarkdown = false
    /// Makes the archives and stops.
    var onlyMakes = false
    var isHelp = false

    /// - Parameter arguments: Without the program's name.
    init(_ arguments: [String]) throws(BenchError) {
        var rest = arguments[...]
        while let argument = rest.popFirst() {
            guard argument.hasPrefix("--") else {
                throw .usage("unexpected '\(argument)': everything is an option here")
            }
            let parts = argument.dropFirst(2).split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let name = parts.first.map(String.init) ?? ""
            guard let option = BenchOption(rawValue: name) else {
                let near = NameSuggestion.closest(to: name, in: BenchOption.allCases.map(\.rawValue))
                throw .usage("unknown option --\(name)\(near.map { "; did you mean --\($0)?" } ?? "")")
            }
            let written = "--\(name)"
            guard let valueName = option.valueName else {
                if parts.count > 1 { throw .usage("\(written) takes no value") }
                try set(option, "", written)
                continue
            }
            guard let value = parts.count > 1 ? String(parts[1]) : rest.popFirst(), !value.isEmpty,
                parts.count > 1 || !value.hasPrefix("--")
            else { throw .usage("\(written) needs \(valueName) after it") }
            try set(option, value, written)
        }
    }

    private mutating func set(_ option: BenchOption, _ value: String, _ written: String) throws(BenchError) {
        switch option {
        case .records: records = try Self.number(value, 100...1_000_000_000, written)
        case .seed:
            guard let number = UInt64(value) else {
                throw .usage("\(written) takes a whole number that isn't negative, not '\(value)'")
            }
            seed = number
        case .rounds: rounds = try Self.number(value, 1...1000, written)
        case .folder: folder = value
        case .only: only.append(value)
        case .json: json = value
        case .workers:
            workers = []
            for part in value.split(separator: ",", omittingEmptySubsequences: false) {
                let count = try Self.number(String(part), 1...1024, written)
                if !workers.contains(count) { workers.append(count) }
            }
            workers.sort()
        case .program: program = value
        case .registry: registry = value
        case .markdown: isMarkdown = true
        case .make: onlyMakes = true
        case .help: isHelp = true
        }
    }

    private static func number(
        _ value: String, _ range: ClosedRange<Int>, _ written: String
    ) throws(BenchError) -> Int {
        guard let number = Int(value), range.contains(number) else {
            throw .usage(
                "\(written) takes a whole number from \(range.lowerBound) to \(range.upperBound), not '\(value)'")
        }
        return number
    }

    /// The most workers of any row.
    var mostWorkers: Int { workers.last ?? 1 }
}

/// The options; the raw value is the name.
enum BenchOption: String, CaseIterable {
    case records, seed, rounds, workers, only, folder, registry, program, json, markdown, make, help

    /// The placeholder in help; nil for a flag.
    var valueName: String? {
        switch self {
        case .records, .seed, .rounds: "N"
        case .workers: "LIST"
        case .only: "TEXT"
        case .folder, .registry: "DIR"
        case .program: "PATH"
        case .json: "FILE"
        case .markdown, .make, .help: nil
        }
    }

    private var help: String {
        switch self {
        case .records: "Records of the archives, from 100. Default: 1000000."
        case .seed: "Seed of the archives. Default: 11."
        case .rounds: "How often each row is run. Default: 3."
        case .workers: "Numbers of workers. Default: 1,2."
        case .only: "Only rows whose name holds TEXT, such as 'audit gzip -j2'. Repeatable."
        case .folder: "Where archives are kept for the next run. Default: .build/msgreplay-bench."
        case .registry: "The sample shop's registry. Default: Samples/shop-registry."
        case .program: "The msgreplay to measure. Default: the one beside this program."
        case .json: "Write the figures as JSON too."
        case .markdown: "Print the tables as the documentation's page has them."
        case .make: "Make the archives and stop."
        case .help: "Show help and stop."
        }
    }

    /// The whole help text.
    static var helpText: String {
        var text = """
            Examples:
              swift run -c release msgreplay-bench
                  everything, with a million records
              swift run -c release msgreplay-bench --records 100000 --only audit
                  how fast audit is, in less time

            Usage: msgreplay-bench [options]

            Makes archives, and times msgreplay and other programs on them, in turns.

            Options:

            """
        for option in allCases {
            let label = "  --\(option.rawValue)\(option.valueName.map { " " + $0 } ?? "")"
            text += label + String(repeating: " ", count: max(2, 20 - label.count)) + option.help + "\n"
        }
        return text
    }
}
