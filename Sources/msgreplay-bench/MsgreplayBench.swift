@main
struct MsgreplayBench {
    static func main() throws {
        let made = try ArchiveMaker.archive(in: "/tmp/benchmade", records: Int(CommandLine.arguments[1])!, seed: 11, forms: ArchiveForm.allCases)
        print(made)
    }
}
