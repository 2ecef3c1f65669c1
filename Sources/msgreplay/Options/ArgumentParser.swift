/// The words of a command line, sorted by the option table but not yet given their meaning.
struct ParsedArguments: Equatable {
    var command: CommandName
    var options = GivenOptions()
    var operands: [String] = []

    func has(_ option: OptionName) -> Bool { options[option] != nil }
    func last(_ option: OptionName) -> String? { options[option]?.last }
    func all(_ option: OptionName) -> [String] { options[option] ?? [] }
}

/// The options of a command line. There are few, so looking through them is quicker than hashing.
struct GivenOptions: Equatable {
    private struct Given: Equatable {
        var option: OptionName
        var values: [String]
    }

    private var all: [Given] = []

    /// The values of an option in the order given, one empty string for each time that a flag was given; nil where the
    /// option wasn't given.
    subscript(_ option: OptionName) -> [String]? { all.first { $0.option == option }?.values }

    mutating func add(_ value: String, to option: OptionName) {
        if let index = all.firstIndex(where: { $0.option == option }) {
            all[index].values.append(value)
        } else {
            all.append(Given(option: option, values: [value]))
        }
    }
}

/// What a command line asks for.
enum ParsedLine: Equatable {
    case help(CommandName?)
    case version
    case command(ParsedArguments)
}

/// Reads a command line by the tables: `--opt value`, `--opt=value`, `-o value`, `-ovalue`, flags joined (`-qj4`), `--`
/// before operands that begin with a hyphen. Names are never abbreviated. Options that every command takes may stand
/// before the command.
struct ArgumentParser {
    private var arguments: ArraySlice<String>
    private var spec: CommandSpec?
    private var given = GivenOptions()
    private var operands: [String] = []

    /// - Parameter arguments: Without the program's name.
    static func parse(_ arguments: [String]) throws(CommandError) -> ParsedLine {
        var parser = ArgumentParser(arguments: arguments[...])
        return try parser.run()
    }

    private init(arguments: ArraySlice<String>) {
        self.arguments = arguments
    }

    private var options: [OptionSpec] { spec?.options ?? CommandTable.everywhere.options }

    private mutating func run() throws(CommandError) -> ParsedLine {
        var onlyOperands = false
        while let argument = arguments.popFirst() {
            if onlyOperands || argument == "-" || !argument.hasPrefix("-") {
                try takeWord(argument)
            } else if argument == "--" {
                onlyOperands = true
            } else if argument.hasPrefix("--") {
                try takeLong(argument)
            } else {
                try takeShort(argument)
            }
            if given[.help] != nil { return .help(spec?.name) }
            if given[.version] != nil { return .version }
        }
        guard let spec else { throw usage("no command given") }
        try checkOperands(of: spec)
        return .command(ParsedArguments(command: spec.name, options: given, operands: operands))
    }

    private func usage(_ message: String) -> CommandError {
        .usage(message: message, command: spec?.name)
    }

    private mutating func takeWord(_ word: String) throws(CommandError) {
        if spec == nil, let name = CommandTable.topNames.first(where: { $0.rawValue == word }) {
            spec = CommandTable.spec(of: name)
            return
        }
        let commands = spec.map(\.members) ?? CommandTable.top
        if commands.isEmpty {
            operands.append(word)
        } else if let command = commands.first(where: { $0.name.word == word }) {
            spec = command
        } else {
            let words = commands.map(\.name.word)
            var message = "unknown \(spec.map { "\($0.name.rawValue) " } ?? "")command '\(word)'"
            if let near = Suggestion.nearest(to: word, among: words) {
                message += "; did you mean '\(near)'?"
            } else {
                message += "; the commands are \(words.joined(separator: ", "))"
            }
            throw usage(message)
        }
    }

    private mutating func takeLong(_ argument: String) throws(CommandError) {
        let body = argument.dropFirst(2)
        let equals = body.firstIndex(of: "=")
        let name = String(body[..<(equals ?? body.endIndex)])
        guard let option = options.first(where: { $0.long == name }) else {
            throw unknownOption("--" + name)
        }
        let attached = equals.map { String(body[body.index(after: $0)...]) }
        if !option.takesValue {
            if attached != nil { throw usage("--\(name) takes no value") }
            try add("", to: option, as: "--" + name)
        } else {
            let value = if let attached { attached } else { try nextValue(of: option, as: "--" + name) }
            try add(value, to: option, as: "--" + name)
        }
    }

    private mutating func takeShort(_ argument: String) throws(CommandError) {
        var letters = argument.dropFirst()
        while let letter = letters.popFirst() {
            let written = "-\(letter)"
            guard let option = options.first(where: { $0.short == letter }) else {
                throw unknownOption(letters.isEmpty && argument.count == 2 ? argument : written, whole: argument)
            }
            if !option.takesValue {
                try add("", to: option, as: written)
                continue
            }
            if letters.first == "=" {
                throw usage("write \(written) VALUE or --\(option.long)=VALUE, not \(argument)")
            }
            let value = letters.isEmpty ? try nextValue(of: option, as: written) : String(letters)
            try add(value, to: option, as: written)
            return
        }
    }

    private mutating func nextValue(of option: OptionSpec, as written: String) throws(CommandError) -> String {
        let placeholder = option.valueName ?? "VALUE"
        guard let value = arguments.first else { throw usage("\(written) needs \(placeholder) after it") }
        if value.hasPrefix("-"), value != "-" {
            throw usage(
                "\(written) needs \(placeholder) after it, not the option \(value); "
                    + "a value that begins with a hyphen is written --\(option.long)=\(value)")
        }
        arguments.removeFirst()
        return value
    }

    private mutating func add(_ value: String, to option: OptionSpec, as written: String) throws(CommandError) {
        if given[option.name] != nil, !option.isRepeatable {
            throw usage("\(written) is given twice; once is enough")
        }
        if option.takesValue { try ValueCheck.check(value, of: option, as: written, command: spec?.name) }
        given.add(value, to: option.name)
    }

    private func unknownOption(_ written: String, whole: String? = nil) -> CommandError {
        var message = "unknown option \(written)"
        if let whole, whole != written { message += " in \(whole)" }
        if let spec { message += " for \(spec.name.rawValue)" }
        let name = String(written.drop { $0 == "-" })
        let isLong = written.hasPrefix("--")
        let owners = CommandTable.all.filter { command in
            command.options.contains { isLong ? $0.long == name : $0.short.map(String.init) == name }
        }
        if !owners.isEmpty {
            let names = owners.map(\.name.rawValue).joined(separator: ", ")
            message += spec == nil ? "; it goes after the command (\(names))" : "; it belongs to \(names)"
        } else if let near = Suggestion.nearest(to: name, among: options.map(\.long)) {
            // A single letter is near every short word: only whole names are worth a guess.
            if name.count > 1 { message += "; did you mean --\(near)?" }
        } else if let whole, options.contains(where: { "-" + $0.long == whole }) {
            message += "; did you mean -\(whole)?"
        }
        return usage(message)
    }

    private func checkOperands(of spec: CommandSpec) throws(CommandError) {
        let operand = spec.operand
        if operands.count < operand.count.lowerBound { throw usage(operand.missing) }
        if operands.count > operand.count.upperBound {
            let extra = operands[operand.count.upperBound]
            throw usage(
                "unexpected '\(extra)': \(spec.name.rawValue) takes \(operand.count.upperBound) \(operand.name)")
        }
        for word in operands {
            if word.isEmpty { throw usage("an empty \(operand.name) is no file name") }
            if case .choice(let words) = operand.kind {
                try ValueCheck.choice(word, of: words, what: operand.name, command: spec.name)
            }
        }
        if operands.count(where: { $0 == "-" }) > 1, operand.kind == .path || operand.kind == .file {
            throw usage("standard input (-) is named twice; it can be read only once")
        }
    }
}
