import CSHA256
import ContentSchema
import JSONText

/// Turns the files of a series into versions that can decode: merges what they extend, compiles schemas, and checks
/// everything that needs more than one definition.
struct RegistryResolver {
    /// What is wrong, in the order of the files.
    var problems: [RegistryProblem] = []
    private var plans: [PlanKey: SchemaPlan] = [:]

    /// A definition and the `common` schemas that apply with it, told apart by where they stand.
    private struct PlanKey: Hashable {
        let schemas: [ObjectIdentifier]
        let nodes: [Int]
        let declared: Set<String>
    }

    /// A definition with the file it stands in.
    private struct Placed {
        let content: ContentSource
        let file: RegistryFile
    }

    /// Resolves a series.
    ///
    /// - Parameter files: The versions, lowest first.
    /// - Returns: The versions; of one with errors only what could be made.
    mutating func resolve(_ files: [RegistryFile]) -> [RegistryVersion] {
        var earlier: [[String: ContentSource]] = []
        var versions: [RegistryVersion] = []
        for file in files {
            let parts = parts(of: file)
            let contents = merge(parts)
            versions.append(version(of: file, parts: parts, contents: contents, earlier: earlier))
            earlier.append(Dictionary(contents.map { ($0.content.name, $0.content) }) { first, _ in first })
        }
        return versions
    }

    // MARK: Merging

    /// The registries that make up a version: what it extends, then itself.
    private mutating func parts(of file: RegistryFile) -> [RegistryFile] {
        var parts: [RegistryFile] = []
        for (name, value) in file.extends {
            switch BuiltinRegistries.file(named: name) {
            case .success(let builtin):
                if parts.contains(where: { $0.name == builtin.name }) {
                    add("'\(builtin.name)' is extended twice", at: value, in: file)
                } else {
                    parts.append(builtin)
                }
            case .failure(let error):
                if error.problems.isEmpty {
                    let names = BuiltinRegistries.names.joined(separator: ", ")
                    add("there is no built-in registry '\(name)'; there is \(names)", at: value, in: file)
                } else {
                    problems += error.problems
                }
            }
        }
        return parts + [file]
    }

    /// All definitions of a version, by type.
    private mutating func merge(_ parts: [RegistryFile]) -> [Placed] {
        var merged: [Placed] = []
        for file in parts {
            let isOwn = file.path == parts[parts.count - 1].path
            var own: [Placed] = []
            for content in file.contents {
                if let other = own.first(where: { $0.content.type == content.type }) {
                    add(
                        "type \(content.type) is defined twice, here and as '\(other.content.name)'",
                        code: "type-collision", at: content.value["type"] ?? content.value, in: file)
                    continue
                }
                if own.contains(where: { $0.content.name == content.name }) {
                    add(
                        "two definitions have the name '\(content.name)'", at: content.value["name"] ?? content.value,
                        in: file)
                    continue
                }
                own.append(Placed(content: content, file: file))
                let sameType = merged.firstIndex { $0.content.type == content.type }
                let sameName = merged.firstIndex { $0.content.name == content.name }
                guard isOwn else { continue }
                if content.isOverride {
                    guard let index = sameType else {
                        add(
                            "nothing of type \(content.type) is extended here that could be replaced; remove 'override'",
                            at: content.value["override"] ?? content.value, in: file)
                        continue
                    }
                    if merged[index].content.name != content.name {
                        add(
                            "an override keeps the name of what it replaces, which is '\(merged[index].content.name)'",
                            at: content.value["name"] ?? content.value, in: file)
                    }
                    merged.remove(at: index)
                } else if let index = sameType {
                    add(
                        "type \(content.type) is defined in \(merged[index].file.name)@\(merged[index].file.version) as "
                            + "'\(merged[index].content.name)'; take another number, or say \"override\": true to replace it",
                        code: "type-collision", at: content.value["type"] ?? content.value, in: file)
                } else if let index = sameName {
                    add(
                        "the name '\(content.name)' is taken by type \(merged[index].content.type) of "
                            + "\(merged[index].file.name)@\(merged[index].file.version)",
                        at: content.value["name"] ?? content.value, in: file)
                }
            }
            merged += own
        }
        return merged.sorted { $0.content.type < $1.content.type }
    }

    // MARK: One version

    private mutating func version(
        of file: RegistryFile, parts: [RegistryFile], contents: [Placed], earlier: [[String: ContentSource]]
    ) -> RegistryVersion {
        let typeField = parts.reversed().lazy.compactMap(\.typeField).first ?? JSONPointer(tokens: ["type"])
        let retired = Set(parts.flatMap { $0.retiredTypes.map(\.type) })
        for (type, value) in file.retiredTypes where contents.contains(where: { $0.content.type == type }) {
            add("type \(type) is retired here and defined as well; it can't be both", at: value, in: file)
        }
        var nested: [JSONPointer] = []
        for part in parts {
            for (pointer, value) in part.nested where !nested.contains(pointer) {
                nested.append(pointer)
                let isKnown =
                    isDeclared(pointer, inCommonOf: parts)
                    || contents.contains { isDeclared(pointer, in: $0.content.schema, of: $0.file) }
                if !isKnown && part.path == file.path {
                    add(
                        "no content and no 'common' schema declares a property at '\(pointer)'",
                        code: "nested-unknown-field", at: value, in: part)
                }
            }
        }
        let commons = parts.filter { $0.common != nil }
        var definitions: [ContentDefinition] = []
        for placed in contents {
            if placed.file.path == file.path {
                checkPointers(placed, parts: parts, typeField: typeField, earlier: earlier)
            }
            guard let plan = plan(for: placed, commons: commons, typeField: typeField) else { continue }
            definitions.append(
                ContentDefinition(
                    type: placed.content.type, name: placed.content.name, plan: plan,
                    digest: placed.content.digest
                        ?? LocalizedTemplate(DigestTemplate(parts: [.text("[\(placed.content.name)]")])),
                    searchable: placed.content.searchable.map(\.pointer),
                    isDisplayed: placed.content.isDisplayed, versionField: placed.content.versionField,
                    nested: placed.content.nested.map(\.pointer), upgrade: placed.content.upgrade,
                    source: SchemaSource(
                        schema: placed.content.schema, definitions: placed.file.definitions),
                    shape: Self.shape(placed)))
        }
        return RegistryVersion(
            number: file.version,
            fingerprint: Self.fingerprint(
                file: file, parts: parts, contents: contents, typeField: typeField, nested: nested),
            typeField: typeField,
            placeholder: parts.reversed().lazy.compactMap(\.placeholder).first
                ?? LocalizedTemplate(
                    DigestTemplate(parts: [
                        .text("[Unsupported message: type "), .field(JSONPointer(tokens: ["type"]), []), .text("]"),
                    ])),
            nested: nested, contents: definitions, retired: retired)
    }

    private mutating func plan(for placed: Placed, commons: [RegistryFile], typeField: JSONPointer) -> SchemaPlan? {
        var declared: Set<String> = []
        for pointer in [typeField, placed.content.versionField] {
            if let name = pointer?.tokens.first { declared.insert(name) }
        }
        let common = commons.compactMap { file in
            file.common.map { SchemaSource(schema: $0, definitions: file.definitions) }
        }
        let source = SchemaSource(schema: placed.content.schema, definitions: placed.file.definitions)
        let sources = [source] + common
        let key = PlanKey(
            schemas: sources.map { ObjectIdentifier($0.schema.document) }, nodes: sources.map(\.schema.node),
            declared: declared)
        if let plan = plans[key] { return plan }
        let compiled = SchemaPlan.compile(definition: source, common: common, declared: Array(declared))
        for problem in compiled.problems {
            let mapped = RegistryProblem(
                code: problem.code.rawValue, level: problem.level == .error ? .error : .warning,
                message: problem.message,
                file: path(of: problem.document, placed.file, commons), place: problem.place, pointer: problem.pointer)
            if !problems.contains(mapped) { problems.append(mapped) }
        }
        plans[key] = compiled.plan
        return compiled.plan
    }

    /// The file that a document was read from.
    private func path(of document: JSONDocument, _ file: RegistryFile, _ commons: [RegistryFile]) -> String {
        ([file] + commons).first { $0.value.document === document }?.path ?? file.path
    }

    // MARK: Pointers

    private mutating func checkPointers(
        _ placed: Placed, parts: [RegistryFile], typeField: JSONPointer, earlier: [[String: ContentSource]]
    ) {
        let content = placed.content
        func declares(_ pointer: JSONPointer) -> Bool {
            pointer == typeField || pointer == content.versionField
                || isDeclared(pointer, in: content.schema, of: placed.file) || isDeclared(pointer, inCommonOf: parts)
        }
        if let digest = content.digest, let value = content.value["digest"] {
            for (language, template) in digest.templates {
                for pointer in template.pointers where !declares(pointer) {
                    add(
                        "the digest shows '\(pointer)', which '\(content.name)' doesn't declare",
                        code: "digest-unknown-field", at: value[language] ?? value, in: placed.file)
                }
            }
        }
        for (pointer, value) in content.searchable where !declares(pointer) {
            add(
                "'\(content.name)' declares no property at '\(pointer)'", code: "searchable-unknown-field", at: value,
                in: placed.file)
        }
        for (pointer, value) in content.nested where !declares(pointer) {
            add(
                "'\(content.name)' declares no property at '\(pointer)'", code: "nested-unknown-field", at: value,
                in: placed.file)
        }
        if let pointer = content.versionField, pointer.tokens.count != 1,
            !isDeclared(pointer, in: content.schema, of: placed.file)
        {
            add(
                "'\(content.name)' declares no property at '\(pointer)'",
                at: content.value["versionField"] ?? content.value, in: placed.file)
        }
        let before = earlier.compactMap { $0[content.name] }
        if let first = content.upgrade.first, before.isEmpty && placed.file.version > 1 {
            add(
                "'\(content.name)' is new in version \(placed.file.version): there is nothing to upgrade from",
                at: first.source, in: placed.file)
            return
        }
        for step in content.upgrade {
            // A step may name a member that only an earlier version, or an earlier step, knows.
            let made = content.upgrade.prefix { $0.source.node < step.source.node }.map(\.path)
            for pointer in step.pointers where !declares(pointer) && !made.contains(pointer) {
                let isOld = before.contains {
                    DeclaredMembers(definitions: nil).declares(pointer.tokens[...], in: $0.schema)
                }
                if !isOld {
                    add(
                        "no version of '\(content.name)' up to this one declares a property at '\(pointer)'",
                        at: step.source, in: placed.file)
                }
            }
        }
    }

    private func isDeclared(_ pointer: JSONPointer, in schema: JSONValue, of file: RegistryFile) -> Bool {
        DeclaredMembers(definitions: file.definitions).declares(pointer.tokens[...], in: schema)
    }

    private func isDeclared(_ pointer: JSONPointer, inCommonOf parts: [RegistryFile]) -> Bool {
        parts.contains { file in
            file.common.map { isDeclared(pointer, in: $0, of: file) } ?? false
        }
    }

    private mutating func add(
        _ message: String, code: String = "registry-invalid", at value: JSONValue, in file: RegistryFile
    ) {
        problems.append(
            RegistryProblem(
                code: code, message: message, file: file.path, place: value.place, pointer: value.pointer))
    }

    // MARK: Identity

    /// A definition's schema, steps and version field in one spelling.
    private static func shape(_ placed: Placed) -> [UInt8] {
        var bytes: [UInt8] = []
        CanonicalJSON.append(structure: placed.content.schema, to: &bytes)
        for name in ["upgrade", "versionField", "nested"] {
            if let value = placed.content.value[name], name != "upgrade" || !placed.content.upgrade.isEmpty {
                bytes.append(contentsOf: name.utf8)
                CanonicalJSON.append(structure: value, to: &bytes)
            }
        }
        if let definitions = placed.file.definitions {
            bytes.append(contentsOf: "$defs".utf8)
            CanonicalJSON.append(names: definitions, to: &bytes)
        }
        return bytes
    }

    /// The SHA-256 (FIPS 180-4) of the resolved version without notes, in one spelling.
    private static func fingerprint(
        file: RegistryFile, parts: [RegistryFile], contents: [Placed], typeField: JSONPointer, nested: [JSONPointer]
    ) -> String {
        var bytes: [UInt8] = []
        func member(_ name: String, _ write: (inout [UInt8]) -> Void) {
            bytes.append(bytes.isEmpty ? UInt8(ascii: "{") : UInt8(ascii: ","))
            JSONWriter.appendQuoted(name, to: &bytes)
            bytes.append(UInt8(ascii: ":"))
            write(&bytes)
        }
        func list<Element>(_ elements: [Element], _ bytes: inout [UInt8], _ write: (Element, inout [UInt8]) -> Void) {
            bytes.append(UInt8(ascii: "["))
            for (index, element) in elements.enumerated() {
                if index > 0 { bytes.append(UInt8(ascii: ",")) }
                write(element, &bytes)
            }
            bytes.append(UInt8(ascii: "]"))
        }
        // Members in the order of their names' UTF-8 bytes.
        member("$defs") { bytes in
            list(parts.compactMap(\.definitions), &bytes) { CanonicalJSON.append(names: $0, to: &$1) }
        }
        member("common") { bytes in
            list(parts.compactMap(\.common), &bytes) { CanonicalJSON.append(structure: $0, to: &$1) }
        }
        member("contents") { bytes in
            list(contents.map(\.content.value), &bytes) { CanonicalJSON.append(structure: $0, to: &$1) }
        }
        for name in ["exempt"] {
            if let value = file.value[name] { member(name) { CanonicalJSON.append(structure: value, to: &$0) } }
        }
        member("nested") { bytes in
            let sorted = nested.map(\.description).sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
            list(sorted, &bytes) { JSONWriter.appendQuoted($0, to: &$1) }
        }
        if let placeholder = parts.reversed().lazy.compactMap({ $0.value["placeholder"] }).first {
            member("placeholder") { CanonicalJSON.append(names: placeholder, to: &$0) }
        }
        member("registry") { JSONWriter.appendQuoted(file.name, to: &$0) }
        member("retired") { bytes in
            list(parts.compactMap { $0.value["retired"] }, &bytes) { CanonicalJSON.append(structure: $0, to: &$1) }
        }
        member("typeField") { JSONWriter.appendQuoted(typeField.description, to: &$0) }
        member("version") { $0.append(contentsOf: String(file.version).utf8) }
        bytes.append(UInt8(ascii: "}"))
        return sha256(bytes)
    }

    private static func sha256(_ bytes: [UInt8]) -> String {
        var state = csha256_t()
        csha256_init(&state)
        // The call reads exactly the array's bytes.
        csha256_update(&state, bytes, bytes.count)
        var digest = [UInt8](repeating: 0, count: 32)
        // The call writes exactly the 32 bytes that a SHA-256 has.
        csha256_final(&state, &digest)
        return digest.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
}
