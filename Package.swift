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
        .target(name: "JSONText"),
        .target(name: "ContentSchema", dependencies: ["JSONText"]),
        .target(name: "Registries", dependencies: ["JSONText", "ContentSchema", "CSHA256"]),
        .target(
            name: "Archives",
            dependencies: [
                "JSONText", "CZlib", "CSHA256", "CCRC32", .target(name: "CISAL", condition: .when(traits: ["ISAL"])),
            ]),
        .target(
            name: "MessageReplay", dependencies: ["JSONText", "ContentSchema", "Registries", "Archives"]),
        .executableTarget(
            name: "msgreplay",
            dependencies: ["JSONText", "ContentSchema", "Registries", "Archives", "MessageReplay"]),
        .testTarget(name: "JSONTextTests", dependencies: ["JSONText"]),
        .testTarget(name: "ContentSchemaTests", dependencies: ["ContentSchema", "JSONText"]),
        .testTarget(
            name: "RegistriesTests", dependencies: ["Registries", "ContentSchema", "JSONText"],
            exclude: ["RuleFixtures"]),
        .testTarget(name: "ArchivesTests", dependencies: ["Archives", "JSONText", "CZlib", "CCRC32", "CSHA256"]),
        .testTarget(
            name: "MessageReplayTests",
            dependencies: ["MessageReplay", "Archives", "Registries", "ContentSchema", "JSONText"]),
        .testTarget(
            name: "MsgreplayTests",
            dependencies: ["msgreplay", "MessageReplay", "Archives", "Registries", "ContentSchema", "JSONText"],
            exclude: ["Goldens", "Tools"]),
    ],
    swiftLanguageModes: [.v6]
)
