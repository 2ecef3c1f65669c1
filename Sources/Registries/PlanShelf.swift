import ContentSchema
import JSONText

/// The plans of a series' definitions. Versions repeat most of the definitions before them, and share their plans.
struct PlanShelf {
    /// What decides, beside its schema, what a definition is compiled to.
    struct Surroundings {
        /// The schemas that apply to every payload too.
        let common: [SchemaSource]
        /// The documents that they stand in.
        let documents: [JSONDocument]
        /// Whether a registry file of the user's has a hand in `common`.
        let isCommonOwn: Bool
        /// A number for these `common` schemas: equal ones have equal numbers.
        let commonNumber: Int
        /// The discriminator's name, or that of the member it stands in.
        let typeName: String
    }

    /// What the definitions of a file are compiled with.
    private struct Shared {
        /// The document that the file's `$defs` stand in.
        let definitions: JSONDocument?
        let common: [JSONDocument]
        let maker: PlanMaker
    }

    /// A definition of a content that was put on the shelf.
    private struct Shelved {
        let content: ContentSource
        let file: RegistryFile
        let commonNumber: Int
        let typeName: String
        let plan: LazyPlan
        /// Whether nothing is wrong with it.
        let isSound: Bool
        let shapeNumber: Int
        /// The definition in one spelling: only needed where a later version has another one.
        var shape: [UInt8]?
    }

    private var makers: [Shared] = []
    private var names = ContentNames()
    /// The definitions that were seen, and the numbers of their names. All of them are on the shelf or in its files.
    private var seen = NumberIndex()
    private var seenNames: [Int] = []
    /// The definitions of each content that differ, by the name's number.
    private var shelved: [[Shelved]] = []
    private var commonSpellings = NameIndex()
    private var shapeCount = 0

    /// What a version's definitions are compiled with.
    mutating func surroundings(of merged: RegistryResolver.Merged) -> Surroundings {
        var common: [SchemaSource] = []
        var spelled: [UInt8] = []
        for part in merged.parts {
            guard let schema = part.common else { continue }
            common.append(SchemaSource(schema: schema, definitions: part.definitions))
            if !part.isBuiltin {
                spelled += DefinitionShape.bytes(of: schema, in: part)
            } else {
                spelled += "\(part.name)@\(part.version) ".utf8
            }
        }
        return Surroundings(
            common: common, documents: common.map(\.schema.document),
            isCommonOwn: merged.file.common != nil && !merged.file.isBuiltin,
            commonNumber: commonSpellings.insert(spelled).number, typeName: merged.typeField.tokens.first ?? "type")
    }

    /// What is wrong with a file's `common` and `$defs`, where no definition of its own shows it.
    mutating func problemsWithoutContents(
        _ merged: RegistryResolver.Merged, _ surroundings: Surroundings
    ) -> [RegistryProblem] {
        let file = merged.file
        guard !file.isBuiltin, file.contents.isEmpty, file.common != nil || file.definitions != nil else { return [] }
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
        let name = number(ofNameOf: content)
        var shape: [UInt8]?
        var number: Int?
        for place in shelved[name].indices {
            // The same text, where it is an extended registry's.
            if shelved[name][place].content !== content {
                let own = shape ?? DefinitionShape.bytes(of: content, in: placed.file)
                shape = own
                if self.shape(name, place) != own { continue }
            }
            number = shelved[name][place].shapeNumber
            if shelved[name][place].isSound, shelved[name][place].commonNumber == surroundings.commonNumber,
                shelved[name][place].typeName == surroundings.typeName
            {
                return (shelved[name][place].plan, shelved[name][place].shapeNumber, [])
            }
        }
        var declared = [surroundings.typeName]
        if let name = content.versionField?.tokens.first { declared.append(name) }
        let plan = LazyPlan(maker(of: placed.file, surroundings), schema: content.schema, declared: declared)
        // Only what the user wrote can be wrong, and is looked at before anything is decoded.
        let isOwn = !placed.file.isBuiltin || surroundings.isCommonOwn
        let problems = isOwn ? mapped(plan.compile(), placed.file, merged) : []
        if number == nil { shapeCount += 1 }
        shelved[name].append(
            Shelved(
                content: content, file: placed.file, commonNumber: surroundings.commonNumber,
                typeName: surroundings.typeName, plan: plan,
                isSound: problems.isEmpty, shapeNumber: number ?? shapeCount, shape: shape))
        return (plan, number ?? shapeCount, problems)
    }

    /// The number of a definition's name. Versions share the definitions that they extend, so most were seen before.
    private mutating func number(ofNameOf content: ContentSource) -> Int {
        let identity = UInt(bitPattern: Unmanaged.passUnretained(content).toOpaque())
        let (place, isNew) = seen.insert(UInt64(identity))
        if isNew {
            let (number, isNewName) = names.insert(content.name)
            if isNewName { shelved.append([]) }
            seenNames.append(number)
        }
        return seenNames[place]
    }

    /// A shelved definition in one spelling.
    private mutating func shape(_ name: Int, _ place: Int) -> [UInt8] {
        if let known = shelved[name][place].shape { return known }
        let shape = DefinitionShape.bytes(of: shelved[name][place].content, in: shelved[name][place].file)
        shelved[name][place].shape = shape
        return shape
    }

    private mutating func maker(of file: RegistryFile, _ surroundings: Surroundings) -> PlanMaker {
        let definitions = file.definitions?.document
        var like: PlanMaker?
        for shared in makers where shared.common.elementsEqual(surroundings.documents, by: ===) {
            if shared.definitions === definitions { return shared.maker }
            if like == nil { like = shared.maker }
        }
        let maker = PlanMaker(definitions: file.definitions, common: surroundings.common, like: like)
        makers.append(Shared(definitions: definitions, common: surroundings.documents, maker: maker))
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
