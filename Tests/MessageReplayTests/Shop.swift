import Registries
import Testing

/// The registries of the tests, loaded once: that is slow without optimisation.
enum Shop {
    private static let folder =
        #filePath.split(separator: "/", omittingEmptySubsequences: false)
        .dropLast(3).joined(separator: "/") + "/Samples/shop-registry"

    private static let series = Result { try RegistrySeries(contentsOf: folder) }
    private static let newest = Result { try #require(ContentRegistry(try series.get())) }
    private static let wukongim = Result { try #require(ContentRegistry(try .wukongim())) }

    /// All versions of the shop's registry.
    static func wholeSeries() throws -> RegistrySeries { try series.get() }

    /// The shop's registry at its newest version, which is 3.
    static func registry() throws -> ContentRegistry { try newest.get() }

    /// The shop's registry at a version.
    static func registry(at version: Int) throws -> ContentRegistry {
        try #require(ContentRegistry(try series.get(), version: version))
    }

    /// The built-in registry.
    static func builtin() throws -> ContentRegistry { try wukongim.get() }
}
