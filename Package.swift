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
    targets: [
        .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
        .target(name: "CSHA256"),
        .target(name: "JSONText"),
        .target(name: "ContentSchema", dependencies: ["JSONText"]),
        .target(name: "Registries", dependencies: ["JSONText", "ContentSchema", "CSHA256"]),
        .target(name: "Archives", dependencies: ["JSONText", "CZlib", "CSHA256"]),
        .target(
            name: "MessageReplay", dependencies: ["JSONText", "ContentSchema", "Registries", "Archives"]),
        .executableTarget(
            name: "msgreplay",
            dependencies: ["JSONText", "ContentSchema", "Registries", "Archives", "MessageReplay"]),
        // It starts msgreplay, which is therefore built with it.
        .executableTarget(
            name: "msgreplay-bench", dependencies: ["msgreplay", "JSONText", "ContentSchema", "Archives", "CZlib"]),
        .testTarget(name: "JSONTextTests", dependencies: ["JSONText"]),
        .testTarget(name: "ContentSchemaTests", dependencies: ["ContentSchema", "JSONText"]),
        .testTarget(
            name: "RegistriesTests", dependencies: ["Registries", "ContentSchema", "JSONText"],
            exclude: ["RuleFixtures"]),
        .testTarget(name: "ArchivesTests", dependencies: ["Archives", "JSONText"]),
        .testTarget(
            name: "MessageReplayTests",
            dependencies: ["MessageReplay", "Archives", "Registries", "ContentSchema", "JSONText"]),
        .testTarget(
            name: "MsgreplayTests",
            dependencies: ["msgreplay", "MessageReplay", "Registries", "ContentSchema", "JSONText"],
            exclude: ["Goldens", "Tools"]),
        .testTarget(
            name: "BenchTests",
            dependencies: ["msgreplay-bench", "MessageReplay", "Archives", "Registries", "JSONText"]),
    ],
    swiftLanguageModes: [.v6]
)
