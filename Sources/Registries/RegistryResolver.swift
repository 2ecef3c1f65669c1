import ContentSchema
import JSONText

/// Turns the files of a series into versions that can decode: merges what they extend, compiles schemas, and checks
/// everything that needs more than one definition.
struct RegistryResolver {
    /// A definition with the file it stands in.
    struct Placed: Sendable {
        let content: ContentSource
        let file: RegistryFile
    }

    /// A version's files, merged but not compiled.
    struct Merged: Sendable {
        /// The version's own file.
        let file: RegistryFile
        /// What it extends, then itself.
        let parts: [RegistryFile]
        /// The definitions by type.
        let contents: [Placed]
        /// Where a payload says its type.
        let typeField: JSONPointer
        /// Where payloads are inside any payload.
        let nested: [JSONPointer]

        /// Whether a part is the version's own file.
        func isOwn(_ part: RegistryFile) -> Bool { part.value.document === file.value.document }
    }

    /// The definitions of one file, as far as they were looked at.
    private struct OwnNames {
        private var types = NameIndex()
        private var contents: [ContentSource] = []
        private var names = ContentNames()

        /// Takes a definition.
        ///
        /// - Returns: The last one of the same type, if there was any.
        mutating func take(type content: ContentSource) -> ContentSource? {
            var spelled: [UInt8] = []
            switch content.type {
            case .number(let number): spelled += String(number).utf8
            case .string(let string):
                spelled.append(UInt8(ascii: "\""))
                spelled += string.utf8
            }
            let (number, isNew) = types.insert(spelled)
            if isNew {
                contents.append(content)
                return nil
            }
            let other = contents[number]
            contents[number] = content
            return other
        }

        /// Takes a definition's name.
        ///
        /// - Returns: Whether there was none of that name before.
        mutating func take(nameOf content: ContentSource) -> Bool { names.insert(content.name).isNew }
    }

    /// What is wrong, in the order in which it is found.
    private(set) var problems: [RegistryProblem] = []
    private var reported: Set<RegistryProblem> = []
    private var shelf = PlanShelf()

    /// - Parameter problems: What was found when the files were read.
    init(problems: [RegistryProblem]) {
        self.problems = problems
    }

    /// Resolves a series.
    ///
    /// - Parameter files: The versions, lowest first.
    /// - Returns: The versions, and the same as they are before they are compiled; of one with errors only what could be
    ///   made.
    mutating func resolve(_ files: [RegistryFile]) -> (versions: [RegistryVersion], merged: [Merged]) {
        var earlier: [Merged] = []
        var versions: [RegistryVersion] = []
        for file in files {
            let merged = merge(parts(of: file))
            if !file.isBuiltin { check(merged, earlier: earlier) }
            versions.append(version(merged))
            earlier.append(merged)
        }
        return (versions, earlier)
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
                    add(error.problems)
                }
            }
        }
        return parts + [file]
    }

    private mutating func merge(_ parts: [RegistryFile]) -> Merged {
        let file = parts[parts.count - 1]
        var contents = parts.dropLast().flatMap { part in part.contents.map { Placed(content: $0, file: part) } }
        let extended = contents
        var own = OwnNames()
        for content in file.contents {
            if let other = own.take(type: content) {
                add(
                    "type \(content.type) is defined twice, here and as '\(other.name)'", code: "type-collision",
                    at: content.value["type"] ?? content.value, in: file)
                continue
            }
            if !own.take(nameOf: content) {
                add(
                    "two definitions have the name '\(content.name)'", at: content.value["name"] ?? content.value,
                    in: file)
                continue
            }
            let sameType = extended.first { $0.content.type == content.type }
            checkExtended(content, sameType, extended.first { $0.content.name == content.name }, in: file)
            if sameType != nil { contents.removeAll { $0.content.type == content.type } }
            contents.append(Placed(content: content, file: file))
        }
        var nested: [JSONPointer] = []
        for pointer in parts.flatMap({ $0.nested.map(\.pointer) }) where !nested.contains(pointer) {
            nested.append(pointer)
        }
        return Merged(
            file: file, parts: parts, contents: contents.sorted { $0.content.type < $1.content.type },
            typeField: parts.reversed().lazy.compactMap(\.typeField).first ?? JSONPointer(tokens: ["type"]),
            nested: nested)
    }

    /// Checks a definition against those of extended registries.
    private mutating func checkExtended(
        _ content: ContentSource, _ sameType: Placed?, _ sameName: Placed?, in file: RegistryFile
    ) {
        func origin(_ placed: Placed) -> String { "\(placed.file.name)@\(placed.file.version)" }
        if content.isOverride {
            guard let sameType else {
                add(
                    "nothing of type \(content.type) is extended here that could be replaced; remove 'override'",
                    at: content.value["override"] ?? content.value, in: file)
                return
            }
            if sameType.content.name != content.name {
                add(
                    "an override keeps the name of what it replaces, which is '\(sameType.content.name)'",
                    at: content.value["name"] ?? content.value, in: file)
            }
        } else if let sameType {
            add(
                "type \(content.type) is defined in \(origin(sameType)) as '\(sameType.content.name)'; take another "
                    + "number, or say \"override\": true to replace it",
                code: "type-collision", at: content.value["type"] ?? content.value, in: file)
        } else if let sameName {
            add(
                "the name '\(content.name)' is taken by type \(sameName.content.type) of \(origin(sameName))",
                at: content.value["name"] ?? content.value, in: file)
        }
    }

    // MARK: One version

    private mutating func version(_ merged: Merged) -> RegistryVersion {
        let surroundings = shelf.surroundings(of: merged)
        add(shelf.problemsWithoutContents(merged, surroundings))
        var definitions: [ContentDefinition] = []
        definitions.reserveCapacity(merged.contents.count)
        for placed in merged.contents {
            let (plan, shape, found) = shelf.plan(for: placed, in: merged, surroundings)
            add(found)
            definitions.append(
                ContentDefinition(content: placed.content, lazyPlan: plan, file: placed.file, shape: shape))
        }
        let parts = merged.parts
        return RegistryVersion(
            number: merged.file.version, lazyFingerprint: LazyFingerprint(merged), typeField: merged.typeField,
            placeholder: parts.reversed().lazy.compactMap(\.placeholder).first ?? .unsupported,
            nested: merged.nested, contents: definitions,
            retiredTypes: parts.flatMap { $0.retiredTypes.map(\.type) }, parts: parts)
    }

    // MARK: Problems

    mutating func add(
        _ message: String, code: String = RegistryMistake.invalid.rawValue, level: RegistryProblem.Level = .error,
        at value: JSONValue, in file: RegistryFile
    ) {
        add([
            RegistryProblem(
                code: code, level: level, message: message, file: file.path, place: value.place,
                pointer: value.pointer)
        ])
    }

    /// Notes problems; those that were found before, in what definitions or versions share, only once.
    mutating func add(_ found: [RegistryProblem]) {
        for problem in found where reported.insert(problem).inserted { problems.append(problem) }
    }
}

extension LocalizedTemplate {
    /// The placeholder of a registry that gives none.
    fileprivate static let unsupported = LocalizedTemplate(
        DigestTemplate(parts: [
            .text("[Unsupported message: type "), .field(JSONPointer(tokens: ["type"]), []), .text("]"),
        ]))
}
