import Glibc
import Testing

@testable import msgreplay_bench

/// A folder of its own for a test, deleted with it.
final class BenchFolder: Sendable {
    let path: String

    init() throws {
        var template = Array("/tmp/msgreplay-bench-XXXXXX".utf8CString)
        try #require(mkdtemp(&template) != nil)
        path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    deinit {
        try? Disk.remove(path)
    }

    /// Where programs' complaints go.
    var errors: String { path + "/errors.txt" }

    /// The package's folder.
    static let package = #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(3)
        .joined(separator: "/")
}
