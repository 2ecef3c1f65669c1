import Testing

@testable import msgreplay

@Suite struct HelpTests {
    private static let topics: [CommandName?] = [nil] + CommandName.allCases

    @Test(arguments: topics) func `help reads as its golden file`(command: CommandName?) {
        Golden.expect(HelpText.text(for: command, width: 80), is: "help-\(command?.joined ?? "program").txt")
    }

    @Test(arguments: topics) func `help begins with examples and keeps to its width`(command: CommandName?) {
        for width in [60, 80, 120] {
            let text = HelpText.text(for: command, width: width)
            #expect(text.hasPrefix("Examples:\n  msgreplay"))
            for line in text.split(separator: "\n") where line.count > width {
                // A word that is longer than a line stays whole.
                #expect(!line.drop { $0 == " " }.dropLast(2).contains(" "), "\(line)")
            }
        }
    }

    @Test(arguments: CommandName.allCases) func `every option is in its command's help`(command: CommandName) {
        let text = HelpText.text(for: command, width: 80)
        for option in CommandTable.spec(of: command).options { #expect(text.contains("--\(option.long)")) }
    }

    @Test func `examples in help are calls that work`() throws {
        for example in CommandTable.examples + CommandTable.all.flatMap(\.examples) {
            let call = example.command.split(separator: ">")[0].split(separator: "|").last ?? ""
            let words = call.split(separator: " ").map(String.init)
            #expect(words.first == "msgreplay")
            _ = try Invocation(Array(words.dropFirst()))
        }
    }
}

@Suite struct CompletionTests {
    @Test(arguments: CommandTable.shells) func `a script reads as its golden file`(name: String) throws {
        let shell = try #require(Shell(rawValue: name))
        Golden.expect(Completions.script(for: shell), is: "completions.\(name)")
    }

    @Test(arguments: CommandTable.shells) func `a shell finds no fault in its script`(name: String) throws {
        guard let shell = Run.find(name) else {
            print("skipped: \(name) is not installed")
            return
        }
        let result = try Run.run(shell, ["-n", Golden.folder + "completions.\(name)"])
        #expect(result.status == 0)
        #expect(result.output == "")
    }

    @Test(arguments: [
        ("msgreplay ''", "audit migrate digest replay inspect merge registry explain completions"),
        ("msgreplay a", "audit"),
        ("msgreplay digest --by ''", "channel sender day type"),
        ("msgreplay registry c", "check"), ("msgreplay registry ''", "check diff show infer"),
        ("msgreplay -q registry check --f", "--format"),
        ("msgreplay registry check --format ''", "text json markdown sarif"),
        ("msgreplay registry show --format j", "json json-schema"), ("msgreplay registry i", "infer"),
        ("msgreplay merge registry --format ''", "text json markdown html"),
        ("msgreplay audit --f", "--format --findings --fail-on --from"),
        ("msgreplay audit --format ''", "text json markdown html"), ("msgreplay audit --format = m", "markdown"),
        ("msgreplay explain field-en", "field-enum"), ("msgreplay -q merge --col", "--color"),
        ("msgreplay completions ''", "bash zsh fish"), ("msgreplay inspect --format j", "json"),
    ]) func `bash completes`(words: String, wanted: String) throws {
        guard let bash = Run.find("bash") else {
            print("skipped: bash is not installed")
            return
        }
        let script =
            "source '\(Golden.folder)completions.bash'; COMP_WORDS=(\(words)); COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); "
            + "_msgreplay; echo \"${COMPREPLY[*]}\""
        #expect(try Run.run(bash, ["-c", script]).output == wanted + "\n")
    }
}
