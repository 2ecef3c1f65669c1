import ContentSchema
import JSONText

/// The plans of a series' definitions. Versions repeat most of the definitions before them, and share their plans.
struct PlanShelf {
    /// What decides, beside its schema, what a definition is compiled to.
    struct Surroundings {
        /// The schemas that apply to every payload too.
        let common: [SchemaSource]
        /// Whether a registry file of the user's has a hand in `common`.
        let isCommonOwn: Bool
        /// A number for these `common` schemas: equal ones have equal numbers.
        let commonNumber: Int
        /// The discriminator's name, or that of the member it stands in.
        let typeName: String
    }

    /// Definitions of one file in some surroundings.
    private struct MakerKey: Hashable {
        let document: ObjectIdentifier
        let common: [ObjectIdentifier]
    }

    /// A definition of a content that was put on the shelf.
    private struct Shelved {
        let content: ContentSource
        let commonNumber: Int
        let typeName: String
        let plan: LazyPlan
        /// Whether nothing is wrong with it.
        let isSound: Bool
        let shapeNumber: Int
        /// The definition in one spelling: only needed where a later version has it too.
        let shape: Lazy<[UInt8]>
    }

    private var makers: [MakerKey: PlanMaker] = [:]
    /// The definitions of each content that differ, by name.
    private var shelved: [String: [Shelved]] = [:]
    private var commonNumbers: [[UInt8]: Int] = [:]
    private var shapeCount = 0

    /// What a version's definitions are compiled with.
    mutating func surroundings(of merged: RegistryResolver.Merged) -> Surroundings {
        var common: [SchemaSource] = []
        var spelled: [UInt8] = []
        for part in merged.parts {
            guard let schema = part.common else { continue }
            common.append(SchemaSource(schema: schema, definitions: part.definitions))
            if merged.isOwn(part) {
                spelled += DefinitionShape.bytes(of: schema, definitions: part.definitions)
            } else {
                spelled += "\(part.name)@\(part.version) ".utf8
            }
        }
        let number = commonNumbers[spelled] ?? commonNumbers.count
        commonNumbers[spelled] = number
        return Surroundings(
            common: common, isCommonOwn: merged.file.common != nil, commonNumber: number,
            typeName: merged.typeField.tokens.first ?? "type")
    }

    /// What is wrong with a file's `common` and `$defs`, where no definition of its own shows it.
    mutating func problemsWithoutContents(
        _ merged: RegistryResolver.Merged, _ surroundings: Surroundings
    ) -> [RegistryProblem] {
        let file = merged.file
        guard file.contents.isEmpty, file.common != nil || file.definitions != nil else { return [] }
        guard let anything = try? JSONDocument(Array("true".utf8)).root else { return [] }
        let compiled = maker(of: file, surroundings).compile(anything, declared: [])
        return mapped(compiled.problems, file, merged)
    }

    /// The plan of a definition.
    ///
    /// - Returns: The plan, a number that equal definitions of one content share, and what is wrong with it.
    mutating func plan(
        for placed: RegistryResolver.Placed, in merged: RegistryResolver.Merged, _ surroundings: Surroundings
    ) -> (plan: LazyPlan, shape: Int, problems: [RegistryProblem]) {
        let content = placed.content
        let own = Lazy { DefinitionShape.bytes(of: content, in: placed.file) }
        var number: Int?
        for before in shelved[content.name] ?? [] {
            // The same text, where it is an extended registry's.
            let isSame = before.content.value.document === content.value.document
            guard isSame || before.shape.value == own.value else { continue }
            number = before.shapeNumber
            if before.isSound, before.commonNumber == surroundings.commonNumber,
                before.typeName == surroundings.typeName
            {
                return (before.plan, before.shapeNumber, [])
            }
        }
        var declared = [surroundings.typeName]
        if let name = content.versionField?.tokens.first { declared.append(name) }
        let plan = LazyPlan(maker(of: placed.file, surroundings), schema: content.schema, declared: declared)
        // Only what the user wrote can be wrong, and is looked at before anything is decoded.
        let isOwn = merged.isOwn(placed.file) || surroundings.isCommonOwn
        let problems = isOwn ? mapped(plan.compile(), placed.file, merged) : []
        if number == nil { shapeCount += 1 }
        shelved[content.name, default: []].append(
            Shelved(
                content: content, commonNumber: surroundings.commonNumber, typeName: surroundings.typeName, plan: plan,
                isSound: problems.isEmpty, shapeNumber: number ?? shapeCount, shape: own))
        return (plan, number ?? shapeCount, problems)
    }

    private mutating func maker(of file: RegistryFile, _ surroundings: Surroundings) -> PlanMaker {
        let key = MakerKey(
            document: ObjectIdentifier(file.value.document),
            common: surroundings.common.map { ObjectIdentifier($0.schema.document) })
        if let maker = makers[key] { return maker }
        let maker = PlanMaker(definitions: file.definitions, common: surroundings.common)
        makers[key] = maker
        return maker
    }

    /// Problems of schemas as those of their files.
    private func mapped(
        _ problems: [SchemaProblem], _ file: RegistryFile, _ merged: RegistryResolver.Merged
    ) -> [RegistryProblem] {
        problems.map { problem in
            let path = ([file] + merged.parts).first { $0.value.document === problem.document }?.path ?? file.path
            return RegistryProblem(
                code: problem.code.rawValue, level: problem.level == .error ? .error : .warning,
                message: problem.message, file: path, place: problem.place, pointer: problem.pointer)
        }
    }
}
