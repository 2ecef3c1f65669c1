import JSONText

/// A definition in one spelling, with everything that decides what it makes of a payload: two versions of a content are
/// equal where their shapes are.
enum DefinitionShape {
    /// The members of a definition that count. A digest, say, tells no version from another.
    private static let members = ["schema", "upgrade", "versionField", "nested"]

    /// The shape of a definition.
    static func bytes(of content: ContentSource, in file: RegistryFile) -> [UInt8] {
        var bytes: [UInt8] = []
        for name in members {
            guard let value = content.value[name], name != "upgrade" || !content.upgrade.isEmpty else { continue }
            bytes += name.utf8
            CanonicalJSON.append(value, .structure, to: &bytes)
        }
        appendReferenced(by: content.schema, in: file, to: &bytes)
        return bytes
    }

    /// The shape of a schema in a file.
    static func bytes(of schema: JSONValue, in file: RegistryFile) -> [UInt8] {
        var bytes: [UInt8] = []
        CanonicalJSON.append(schema, .structure, to: &bytes)
        appendReferenced(by: schema, in: file, to: &bytes)
        return bytes
    }

    /// Appends the file's `$defs` that a schema refers to, directly or not; all of them where that isn't plain.
    private static func appendReferenced(by schema: JSONValue, in file: RegistryFile, to bytes: inout [UInt8]) {
        guard let definitions = file.definitions else { return }
        var names: Set<[UInt8]> = []
        var left = [schema]
        while let next = left.popLast() {
            for reference in references(in: next) where reference.hasPrefix("#") && reference != "#" {
                let isPlain = reference.hasPrefix("#/") && !reference.contains("%")
                guard isPlain, let pointer = try? JSONPointer(String(reference.dropFirst())) else {
                    CanonicalJSON.append(definitions, .names, to: &bytes)
                    return
                }
                guard pointer.tokens.count > 1, pointer.tokens[0] == "$defs" else { continue }
                guard let target = file.definition(pointer.tokens[1]),
                    names.insert(Array(pointer.tokens[1].utf8)).inserted
                else {
                    continue
                }
                left.append(target)
            }
        }
        for key in names.sorted(by: { $0.lexicographicallyPrecedes($1) }) {
            let name = String(decoding: key, as: UTF8.self)
            guard let target = file.definition(name) else { continue }
            JSONWriter.appendQuoted(name, to: &bytes)
            CanonicalJSON.append(target, .structure, to: &bytes)
        }
    }

    /// Every `$ref` in a schema, and what looks like one.
    private static func references(in schema: JSONValue) -> [String] {
        let tape = schema.document.tape
        let bytes = schema.document.bytes
        var references: [String] = []
        for node in schema.node..<tape.next(schema.node) - 1
        where tape.kind(node) == .string && tape.kind(node + 1) == .string && tape.equals(node, "$ref", in: bytes.span)
        {
            references.append(tape.string(node + 1, in: bytes.span))
        }
        return references
    }
}
