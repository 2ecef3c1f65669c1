import CZlib

#if ISAL
    import CISAL
#endif

/// A library that compresses and decompresses; with the package trait `ISAL` there are two.
public enum CompressionLibrary: CaseIterable, Sendable {
    #if ISAL
        /// Intel's ISA-L: decompresses everything, and compresses at the levels 1 to 3.
        case isal
    #endif
    /// libz.
    case zlib

    /// What decompresses, and compresses at the levels that it has.
    static let preferred = allCases.first ?? .zlib

    /// The libraries that are in use, with their versions: `ISA-L 2.30, zlib 1.2.13`.
    public static var description: String { allCases.map(\.name).joined(separator: ", ") }

    /// Its name and version, on which compressed bytes depend.
    var name: String {
        switch self {
        #if ISAL
            case .isal: "ISA-L \(ISAL_MAJOR_VERSION).\(ISAL_MINOR_VERSION)"
        #endif
        case .zlib: "zlib " + (zlibVersion().map { String(cString: $0) } ?? "")
        }
    }

    /// What compresses at a level where this library is wanted.
    func compressing(at level: Int) -> CompressionLibrary {
        #if ISAL
            return self == .isal && ISALDeflate.levels.contains(level) ? .isal : .zlib
        #else
            return .zlib
        #endif
    }
}
