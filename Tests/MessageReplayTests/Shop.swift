import Registries
import Testing

/// The registries of the tests, loaded once: that is slow without optimisation.
enum Shop {
    /// The folder of samples.
    static let samples =
        #filePath.split(separator: "/", omittingEmptySubsequences: false)
        .dropLast(3).joined(separator: "/") + "/Samples"

    private static let loaded = Result { try RegistrySeries(contentsOf: samples + "/shop-registry") }
    private static let newest = Result { try #require(ContentRegistry(try loaded.get())) }
    private static let wukongim = Result { try #require(ContentRegistry(try .wukongim())) }

    /// The shop's series, of three versions.
    static func series() throws -> RegistrySeries { try loaded.get() }

    /// The shop's registry at its newest version, which is 3.
    static func registry() throws -> ContentRegistry { try newest.get() }

    /// The shop's registry at a version.
    static func registry(at version: Int) throws -> ContentRegistry {
        try #require(ContentRegistry(try loaded.get(), version: version))
    }

    /// The built-in registry.
    static func builtin() throws -> ContentRegistry { try wukongim.get() }
}
