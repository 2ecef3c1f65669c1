import Glibc
import JSONText

/// The test suites beside the package, in `../shared/suites`; nil where they are missing.
enum Suites {
    static let draft: String? = {
        let package = #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
        let path = "/\(package)/../shared/suites/JSON-Schema-Test-Suite/draft2020-12"
        return access(path, R_OK) == 0 ? path : nil
    }()

    /// The names of the JSON files of a directory, in order.
    static func files(_ directory: String) -> [String] {
        guard let stream = opendir(directory) else { return [] }
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                // d_name ends in a zero byte within its 256.
                pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if name.hasSuffix(".json") { names.append(name) }
        }
        return names.sorted()
    }

    static func document(_ path: String) throws -> JSONDocument {
        var bytes: [UInt8] = []
        guard let file = fopen(path, "r") else { throw Unreadable(path: path) }
        defer { fclose(file) }
        var chunk = [UInt8](repeating: 0, count: 1 << 16)
        while case let count = fread(&chunk, 1, chunk.count, file), count > 0 { bytes += chunk[..<count] }
        return try JSONDocument(bytes)
    }

    struct Unreadable: Error { let path: String }
}
