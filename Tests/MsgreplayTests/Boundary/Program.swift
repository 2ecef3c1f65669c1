import Glibc
import JSONText
import Testing

/// The built program, as a user's shell runs it: in a folder of its own, with standard input, from `sh`.
final class Program: Sendable {
    struct Result {
        var status: Int32
        var output: String
        var errors: String

        /// The output as JSON.
        func json() throws -> JSONValue { try JSONDocument(Array(output.utf8)).root }
    }

    /// Where the command runs and its files are.
    let folder: String
    private let msgreplay: String

    static let package = #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(4)
        .joined(separator: "/")

    init() throws {
        msgreplay = try Run.msgreplay()
        var template = Array("/tmp/msgreplay-program-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { throw Run.Failure(message: "mkdtemp") }
        folder = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        symlink(Self.package + "/Samples", folder + "/Samples")
    }

    deinit {
        _ = try? Run.run("/bin/rm", ["-rf", folder])
    }

    /// Runs a shell command in which `msgreplay` is the built program.
    func run(_ command: String) throws -> Result {
        let script = "cd '\(folder)' && msgreplay() { '\(msgreplay)' \"$@\"; }\n\(command)"
        let result = try Run.run("/bin/sh", ["-c", script])
        return Result(status: result.status, output: result.output, errors: result.errors)
    }

    func write(_ name: String, _ bytes: [UInt8]) {
        guard let file = fopen("\(folder)/\(name)", "w") else {
            Issue.record("can't write \(name)")
            return
        }
        _ = bytes.withUnsafeBytes { fwrite($0.baseAddress, 1, $0.count, file) }
        fclose(file)
    }

    func write(_ name: String, _ text: String) { write(name, Array(text.utf8)) }

    func read(_ name: String) -> String? { Golden.contents(of: "\(folder)/\(name)") }

    func exists(_ name: String) -> Bool { access("\(folder)/\(name)", F_OK) == 0 }

    /// A message row of a bundle; `payload` is base64.
    static func row(_ payload: String = "eyJ0eXBlIjoxfQ==", seq: Int = 1) -> String {
        #"{"channel_key":"2:g1","message_seq":\#(seq),"message_id":\#(seq + 100),"client_msg_no":"c\#(seq)","#
            + #""from_uid":"u1","server_timestamp_ms":1609459200000,"payload_b64":"\#(payload)"}"# + "\n"
    }
}
