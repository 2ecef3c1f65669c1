import Foundation

/// The public test suites that lie beside the package, where they are there.
enum Suites {
    /// The folder of a suite, or nil where it is missing.
    static func folder(_ name: String, file: String = #filePath) -> URL? {
        let package = URL(fileURLWithPath: file).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let folder = package.deletingLastPathComponent().appendingPathComponent("shared/suites/\(name)")
        return FileManager.default.fileExists(atPath: folder.path) ? folder : nil
    }
}
