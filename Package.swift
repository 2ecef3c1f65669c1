// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "msgreplay",
    products: [
        .library(name: "JSONText", targets: ["JSONText"]),
        .library(name: "ContentSchema", targets: ["ContentSchema"]),
        .library(name: "Registries", targets: ["Registries"]),
        .library(name: "Archives", targets: ["Archives"]),
        .library(name: "MessageReplay", targets: ["MessageReplay"]),
        .executable(name: "msgreplay", targets: ["msgreplay"]),
        .executable(name: "msgreplay-bench", targets: ["msgreplay-bench"]),
    ],
    traits: [
        .trait(
            name: "ISAL", description: "Decompress, and compress at levels 1 to 3, with Intel's ISA-L (libisal-dev).")
    ],
    targets: [
        .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
        .systemLibrary(name: "CISAL", pkgConfig: "libisal", providers: [.apt(["libisal-dev"])]),
        .target(name: "CSHA256"),
        .target(name: "CCRC32", dependencies: ["CZlib"]),
        .target(name: "CVector"),
        .target(name: "JSONText", dependencies: ["CVector"]),
        .target(name: "ContentSchema", dependencies: ["JSONText"]),
        .target(name: "Registries", dependencies: ["JSONText", "ContentSchema", "CSHA256"]),
        .target(
            name: "Archives",
            dependencies: [
                "JSONText", "CVector", "CZlib", "CSHA256", "CCRC32",
                .target(name: "CISAL", condition: .when(traits: ["ISAL"])),
            ]),
        .target(
            name: "MessageReplay", dependencies: ["JSONText", "ContentSchema", "Registries", "Archives"]),
        .executableTarget(
            name: "msgreplay",
            dependencies: ["JSONText", "ContentSchema", "Registries", "Archives", "MessageReplay"]),
        // It starts msgreplay, which is therefore built with it.
        .executableTarget(
            name: "msgreplay-bench", dependencies: ["msgreplay", "JSONText", "ContentSchema", "Archives", "CZlib"]),
        .target(name: "TestSupport", path: "Tests/TestSupport"),
        .testTarget(name: "JSONTextTests", dependencies: ["JSONText", "TestSupport"]),
        .testTarget(name: "ContentSchemaTests", dependencies: ["ContentSchema", "JSONText", "TestSupport"]),
        .testTarget(
            name: "RegistriesTests", dependencies: ["Registries", "ContentSchema", "JSONText", "TestSupport"],
            exclude: ["RuleFixtures"]),
        .testTarget(
            name: "ArchivesTests", dependencies: ["Archives", "JSONText", "CZlib", "CCRC32", "CSHA256", "TestSupport"]),
        .testTarget(
            name: "MessageReplayTests",
            dependencies: ["MessageReplay", "Archives", "Registries", "ContentSchema", "JSONText", "TestSupport"]),
        .testTarget(
            name: "MsgreplayTests",
            dependencies: [
                "msgreplay", "MessageReplay", "Archives", "Registries", "ContentSchema", "JSONText", "TestSupport",
            ],
            exclude: ["Goldens", "Tools"]),
        .testTarget(
            name: "BenchTests",
            dependencies: ["msgreplay-bench", "MessageReplay", "Archives", "Registries", "JSONText"]),
    ],
    swiftLanguageModes: [.v6]
)

// A build that is for some of the tests alone compiles no others: MSGREPLAY_TESTS names their targets.
if let named = Context.environment["MSGREPLAY_TESTS"]?.split(separator: " ").map(String.init) {
    package.targets.removeAll { $0.isTest && !named.contains($0.name) }
    // Nothing is compiled for a test that isn't there.
    if !named.contains("BenchTests") {
        package.targets.removeAll { $0.name == "msgreplay-bench" }
        package.products.removeAll { $0.name == "msgreplay-bench" }
    }
}

// A build for tests that nobody edits or debugs takes half of the time where each module is compiled as a whole, once, and
// without debug information: MSGREPLAY_WHOLE_MODULES asks for that. A build for release is the same with it.
if Context.environment["MSGREPLAY_WHOLE_MODULES"] != nil {
    for target in package.targets where target.type != .system {
        target.swiftSettings = [
            .unsafeFlags(
                [
                    "-whole-module-optimization", "-no-emit-module-separately-wmo", "-num-threads", "2", "-Xfrontend",
                    "-gnone",
                ],
                .when(configuration: .debug))
        ]
    }
}
