import JSONText

/// Checks what needs the whole version, and the versions before it.
extension RegistryResolver {
    /// Checks a version's own file.
    ///
    /// - Parameters:
    ///   - merged: The version.
    ///   - earlier: The versions before it: none where it is loaded alone.
    mutating func check(_ merged: Merged, earlier: [Merged]) {
        let file = merged.file
        for (type, value) in file.retiredTypes where merged.contents.contains(where: { $0.content.type == type }) {
            add(
                "type \(type) is retired here and defined as well; it can't be both", code: "type-reused", at: value,
                in: file)
        }
        for (pointer, value) in file.nested {
            let isKnown =
                isDeclared(pointer, inCommonOf: merged)
                || merged.contents.contains { isDeclared(pointer, in: $0) }
            if !isKnown {
                add(
                    "no content and no 'common' schema declares a property at '\(pointer)'",
                    code: "nested-unknown-field", at: value, in: file)
            }
        }
        for placed in merged.contents where merged.isOwn(placed.file) {
            checkPointers(placed, merged)
            guard let first = placed.content.upgrade.first, !earlier.isEmpty else { continue }
            let before = earlier.compactMap { version in
                version.contents.first { $0.content.name == placed.content.name }
            }
            if before.isEmpty {
                add(
                    "'\(placed.content.name)' is new in version \(file.version): there is nothing to upgrade from",
                    at: first.source, in: file)
            } else {
                checkSteps(placed, merged, before: before)
            }
        }
    }

    private mutating func checkPointers(_ placed: Placed, _ merged: Merged) {
        let content = placed.content
        if let digest = content.digest, let value = content.value["digest"] {
            for (language, template) in digest.templates {
                for pointer in template.pointers where !declares(pointer, placed, merged) {
                    add(
                        "the digest shows '\(pointer)', which '\(content.name)' doesn't declare",
                        code: "digest-unknown-field", at: value[language] ?? value, in: placed.file)
                }
            }
        }
        for (pointer, value) in content.searchable where !declares(pointer, placed, merged) {
            add(
                "'\(content.name)' declares no property at '\(pointer)'", code: "searchable-unknown-field", at: value,
                in: placed.file)
        }
        for (pointer, value) in content.nested where !declares(pointer, placed, merged) {
            add(
                "'\(content.name)' declares no property at '\(pointer)'", code: "nested-unknown-field", at: value,
                in: placed.file)
        }
        // At the top it counts as declared by being named here.
        if let pointer = content.versionField, pointer.tokens.count != 1,
            !isDeclared(pointer, in: placed) && !isDeclared(pointer, inCommonOf: merged)
        {
            add(
                "'\(content.name)' declares no property at '\(pointer)'",
                at: content.value["versionField"] ?? content.value, in: placed.file)
        }
    }

    /// Doubts steps that name a member which no version up to this one and no other step knows: the members of open
    /// objects can't all be known, but most such names are misspelt.
    private mutating func checkSteps(_ placed: Placed, _ merged: Merged, before: [Placed]) {
        let steps = placed.content.upgrade
        for (index, step) in steps.enumerated() {
            for pointer in step.pointers {
                let others = steps.enumerated().filter { $0.offset != index }
                let isKnown =
                    others.contains { $0.element.pointers.contains(pointer) } || declares(pointer, placed, merged)
                    || before.contains { isDeclared(pointer, in: $0) }
                if isKnown { continue }
                add(
                    "no version of '\(placed.content.name)' up to this one declares a property at '\(pointer)'; "
                        + "the step may do nothing",
                    code: RegistryMistake.upgradeUnknownField.rawValue, level: .warning, at: step.source,
                    in: placed.file)
            }
        }
    }

    private func declares(_ pointer: JSONPointer, _ placed: Placed, _ merged: Merged) -> Bool {
        pointer == merged.typeField || pointer == placed.content.versionField || isDeclared(pointer, in: placed)
            || isDeclared(pointer, inCommonOf: merged)
    }

    private func isDeclared(_ pointer: JSONPointer, in placed: Placed) -> Bool {
        DeclaredMembers(file: placed.file).declares(pointer.tokens, in: placed.content.schema)
    }

    private func isDeclared(_ pointer: JSONPointer, inCommonOf merged: Merged) -> Bool {
        merged.parts.contains { part in
            guard let common = part.common else { return false }
            return DeclaredMembers(file: part).declares(pointer.tokens, in: common)
        }
    }
}
