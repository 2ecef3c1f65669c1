import CZlib

/// A library that compresses and decompresses.
enum CompressionLibrary: CaseIterable {
    case zlib

    /// What decompresses, and compresses at the levels that it has.
    static let preferred = CompressionLibrary.zlib

    /// Its name and version, on which compressed bytes depend.
    var name: String {
        switch self {
        case .zlib: "zlib " + (zlibVersion().map { String(cString: $0) } ?? "")
        }
    }
}
