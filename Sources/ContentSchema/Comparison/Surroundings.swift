import JSONText

/// What a version says of a value beside the schemas that are compared: those around a branch, its fellows, and branches
/// that say something of the same value.
///
/// A view makes one for each content, and it keeps what follows from it: comparisons come to the same ones again and again.
final class Surroundings: Hashable {
    struct Content: Hashable {
        /// What the value satisfies in any case.
        var sure: [SchemaView.Conjunct] = []
        /// All that may be asked about the value.
        var possible: [Int] = []
    }

    /// A shape's branches, and whether the shape itself holds where one of them matters.
    struct Branches: Hashable {
        let shape: ObjectIdentifier
        let isSure: Bool
    }

    /// A position among an array's elements, or all from there on.
    struct Position: Hashable {
        let index: Int
        let isRest: Bool
    }

    let content: Content
    fileprivate var branches: [Branches: Surroundings] = [:]
    fileprivate var members: [NameBytes: Surroundings] = [:]
    fileprivate var others: Surroundings?
    fileprivate var elements: [Position: Surroundings] = [:]
    fileprivate var spokenOf: [NameBytes: Bool] = [:]
    fileprivate var declared: [NameBytes: Bool] = [:]

    init(_ content: Content) { self.content = content }

    var sure: [SchemaView.Conjunct] { content.sure }
    var isEmpty: Bool { content.sure.isEmpty && content.possible.isEmpty }

    static func == (one: Surroundings, other: Surroundings) -> Bool { one === other }
    func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

extension SchemaComparison {
    /// The surroundings on both sides.
    struct Around: Hashable {
        let old: Surroundings
        let new: Surroundings

        var reversed: Around { Around(old: new, new: old) }
    }

    /// Nothing around.
    var nothing: Around { Around(old: old.nothingAround, new: new.nothingAround) }
}

extension SchemaView {
    // MARK: The same value

    /// What is around the branches of a shape.
    ///
    /// - Parameter isSure: Whether the shape itself holds where a branch matters.
    func surroundings(ofBranchesOf shape: SchemaShape, _ around: Surroundings, isSure: Bool) -> Surroundings {
        let key = Surroundings.Branches(shape: ObjectIdentifier(shape), isSure: isSure)
        if let known = around.branches[key] { return known }
        var content = around.content
        if isSure { content.sure = sorted(around.sure + shape.conjuncts) }
        content.possible = Set(content.possible + inPlace(shape.conjuncts.map(\.schema))).sorted()
        let result = surroundings(content)
        around.branches[key] = result
        return result
    }

    /// What is around a shape, with its own branches, which speak of its members too.
    func surroundings(ofMembersOf shape: SchemaShape, _ around: Surroundings) -> Surroundings {
        guard shape.constraints.contains(where: \.isAboutSameValue) else { return around }
        return surroundings(ofBranchesOf: shape, around, isSure: false)
    }

    /// Some schemas and all that may be asked about the same value as them.
    private func inPlace(_ schemas: [Int]) -> [Int] {
        var seen = Set(schemas)
        var stack = schemas
        while let next = stack.popLast() {
            for schema in reader.schemas[next].inPlace where seen.insert(schema).inserted { stack.append(schema) }
        }
        return Array(seen)
    }

    /// Each conjunct once, in one order. Defaults that are filled in are no matter of surroundings.
    private func sorted(_ conjuncts: [Conjunct]) -> [Conjunct] {
        let plain = conjuncts.map { Conjunct(schema: $0.schema, isLive: false, isTop: $0.isTop) }
        return PlanBuilder.closure(plain, reader.schemas).sorted { $0.schema < $1.schema }
    }

    // MARK: Inside the value

    /// What is around the member of a name.
    func surroundings(ofMember name: NameBytes, _ around: Surroundings) -> Surroundings {
        if around.isEmpty { return around }
        if let known = around.members[name] { return known }
        var possible: [Int] = []
        for index in around.content.possible {
            let schema = reader.schemas[index]
            if let property = schema.property(name) { possible.append(property) }
            for (pattern, target) in schema.patternProperties where pattern.matches(name.span) {
                possible.append(target)
            }
            if let additional = schema.additionalProperties { possible.append(additional) }
        }
        let result = surroundings(
            Surroundings.Content(
                sure: sorted(seeds(for: name, of: around.sure)), possible: inPlace(possible).sorted()))
        around.members[name] = result
        return result
    }

    /// What may be around a member whose name isn't known.
    func surroundings(ofOtherMembers around: Surroundings) -> Surroundings {
        if around.isEmpty { return around }
        if let known = around.others { return known }
        var possible: [Int] = []
        for index in around.content.possible {
            let schema = reader.schemas[index]
            possible += schema.properties.map(\.schema) + schema.patternProperties.map(\.schema)
            if let additional = schema.additionalProperties { possible.append(additional) }
        }
        let result = surroundings(Surroundings.Content(possible: inPlace(possible).sorted()))
        around.others = result
        return result
    }

    /// What is around the element at a position.
    ///
    /// - Parameter isRest: Whether all elements from there on are meant.
    func surroundings(ofElement position: Int, isRest: Bool, _ around: Surroundings) -> Surroundings {
        if around.isEmpty { return around }
        let key = Surroundings.Position(index: position, isRest: isRest)
        if let known = around.elements[key] { return known }
        var possible: [Int] = []
        for index in around.content.possible {
            let schema = reader.schemas[index]
            let first = schema.prefixItems.dropFirst(position)
            possible += isRest ? Array(first) : Array(first.prefix(1))
            if isRest || first.isEmpty, let items = schema.items { possible.append(items) }
            if let contains = schema.contains { possible.append(contains) }
        }
        // Of elements that differ no one schema says what all are.
        let sure = around.sure.filter { !isRest || reader.schemas[$0.schema].prefixItems.count <= position }
        let result = surroundings(
            Surroundings.Content(
                sure: sorted(seeds(forElement: position, of: sure)), possible: inPlace(possible).sorted()))
        around.elements[key] = result
        return result
    }

    // MARK: Names

    /// Whether values that this version admits may well carry a member, since something here or around speaks of it.
    ///
    /// Of other members it is taken that nobody sends them.
    func knows(_ name: NameBytes, _ shape: SchemaShape, _ around: Surroundings) -> Bool {
        if shape.conjuncts.contains(where: { speaks(of: name, $0.schema) }) { return true }
        let own = surroundings(ofMembersOf: shape, around)
        if let known = own.spokenOf[name] { return known }
        let result =
            own.content.possible.contains { speaks(of: name, $0) } || own.sure.contains { speaks(of: name, $0.schema) }
        own.spokenOf[name] = result
        return result
    }

    /// Whether a schema beside those that are compared declares a property.
    func declares(_ name: NameBytes, _ around: Surroundings) -> Bool {
        if let known = around.declared[name] { return known }
        let result = (around.content.possible + around.sure.map(\.schema)).contains { index in
            reader.schemas[index].property(name).map { !reader.schemas[$0].isFalse } ?? false
        }
        around.declared[name] = result
        return result
    }

    private func speaks(of name: NameBytes, _ index: Int) -> Bool {
        let schema = reader.schemas[index]
        let property = schema.property(name)
        if let property, !reader.schemas[property].isFalse { return true }
        if schema.required.contains(name) || schema.patternProperties.contains(where: { $0.pattern.matches(name.span) })
            || schema.dependentRequired.contains(where: { $0.trigger == name || $0.required.contains(name) })
            || schema.dependentSchemas.contains(where: { $0.trigger == name })
        {
            return true
        }
        if property == nil, let additional = schema.additionalProperties {
            // A schema for all other members says that there are some; one that says nothing, or nothing at all, doesn't.
            let other = reader.schemas[additional]
            if !other.isFalse && other.value.kind == .object && !SchemaReader.members(of: other.value).isEmpty {
                return true
            }
        }
        let key = name.text
        return ((schema.enumeration ?? []) + [schema.constant].compactMap { $0 }).contains {
            $0.kind == .object && $0[key] != nil
        }
    }
}
