import Glibc
import Testing

/// Golden files beside the tests. With `MSGREPLAY_WRITE_GOLDENS=1` in the environment they are written instead of held
/// against; look at the difference before you commit it.
enum Golden {
    static let folder =
        "\(#filePath)".split(separator: "/", omittingEmptySubsequences: false).dropLast()
        .joined(separator: "/") + "/Goldens/"

    static func expect(_ text: String, is name: String, sourceLocation: SourceLocation = #_sourceLocation) {
        let path = folder + name
        if getenv("MSGREPLAY_WRITE_GOLDENS") != nil {
            guard let file = fopen(path, "w") else {
                Issue.record("can't write \(path)", sourceLocation: sourceLocation)
                return
            }
            _ = Array(text.utf8).withUnsafeBytes { fwrite($0.baseAddress, 1, $0.count, file) }
            fclose(file)
            return
        }
        guard let wanted = contents(of: path) else {
            Issue.record("no golden file \(name)", sourceLocation: sourceLocation)
            return
        }
        guard text != wanted else { return }
        let old = wanted.split(separator: "\n", omittingEmptySubsequences: false)
        let new = text.split(separator: "\n", omittingEmptySubsequences: false)
        let line =
            zip(old, new).enumerated().first { $0.element.0 != $0.element.1 }?.offset ?? min(old.count, new.count)
        Issue.record(
            "\(name) differs from line \(line + 1): \(new.dropFirst(line).first ?? "(end)")",
            sourceLocation: sourceLocation
        )
    }

    static func contents(of path: String) -> String? {
        guard let file = fopen(path, "r") else { return nil }
        defer { fclose(file) }
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = chunk.withUnsafeMutableBytes { fread($0.baseAddress, 1, $0.count, file) }
            if count == 0 { break }
            bytes += chunk[..<count]
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
