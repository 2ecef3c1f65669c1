import JSONText

/// Where `$ref` leads.
extension SchemaReader {
    mutating func resolveReferences(from first: Int) {
        for index in first..<schemas.count {
            guard let value = schemas[index].referenceValue, let text = value.string else { continue }
            schemas[index].referenceValue = nil
            resolve(text, value, of: index)
        }
    }

    mutating func resolve(_ text: String, _ value: JSONValue, of index: Int) {
        let source = schemas[index].source
        guard text.isEmpty || text.utf8.first == UInt8(ascii: "#") else {
            report(
                .keywordUnsupported, "'$ref' to '\(text)' leads out of the file: use '#/$defs/name'", at: value)
            return
        }
        guard let fragment = Self.percentDecoded(text.dropFirst()) else {
            report(.keywordInvalid, "'$ref' '\(text)' has a '%' that begins no escape", at: value)
            return
        }
        if !fragment.isEmpty && fragment.utf8.first != UInt8(ascii: "/") {
            if let number = definitions[source].anchors.number(of: Array(fragment.utf8)) {
                schemas[index].reference = definitions[source].anchored[number]
            } else if roots[source] < 0 {
                isClosed = false
            } else {
                let close = NameSuggestion.closest(
                    to: fragment, in: definitions[source].anchors.names.map(\.text).sorted())
                let hint = close.map { "did you mean '#\($0)'?" } ?? "no subschema has this '$anchor'"
                report(.referenceUnresolved, "'$ref' '\(text)' leads to nothing: \(hint)", at: value)
            }
            return
        }
        let pointer: JSONPointer
        do throws(JSONPointerError) {
            pointer = try JSONPointer(fragment)
        } catch {
            report(.keywordInvalid, "'$ref': \(error.message)", at: value)
            return
        }
        if let (target, place) = target(pointer, source: source) {
            schemas[index].reference = schema(target, pointer: place, source: source)
            return
        }
        if roots[source] < 0 {
            isClosed = false
            return
        }
        var hint = "'#/…' is relative to the definition's schema, and '#/$defs/…' looks in the file's '$defs' too"
        if pointer.tokens.count == 2 && pointer.tokens[0] == "$defs" {
            let known = (definitions[source].own.names + definitions[source].shared.names).sorted()
            if let close = NameSuggestion.closest(to: pointer.tokens[1], in: known) {
                hint = "did you mean '#/$defs/\(JSONPointer.escaped(close))'?"
            }
        }
        report(.referenceUnresolved, "'$ref' '\(text)' leads to nothing: \(hint)", at: value)
    }

    /// What a pointer leads to, and its own pointer in the document.
    func target(_ pointer: JSONPointer, source: Int) -> (value: JSONValue, pointer: String)? {
        let root = roots[source] < 0 ? nil : schemas[roots[source]]
        let tokens = pointer.tokens
        guard tokens.count > 1, tokens[0] == "$defs" else {
            guard let root else { return nil }
            return root.value.resolve(pointer).map { ($0, root.pointer + pointer.description) }
        }
        let rest = JSONPointer(tokens: Array(tokens.dropFirst(2)))
        let name = Array(tokens[1].utf8)
        if let root, let own = definitions[source].own[name]?.resolve(rest) {
            return (own, root.pointer + pointer.description)
        }
        guard let shared = definitions[source].shared[name]?.resolve(rest) else { return nil }
        let place = JSONPointer(tokens: Array(tokens.dropFirst())).description
        return (shared, definitions[source].sharedPointer + place)
    }

    static func percentDecoded(_ text: Substring) -> String? {
        var result: [UInt8] = []
        var rest = Array(text.utf8)[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                result.append(byte)
                continue
            }
            let digits = String(decoding: rest.prefix(2), as: UTF8.self)
            guard digits.utf8.count == 2, let value = UInt8(digits, radix: 16), digits.utf8.first != UInt8(ascii: "+")
            else { return nil }
            result.append(value)
            rest = rest.dropFirst(2)
        }
        return String(decoding: result, as: UTF8.self)
    }

    /// Reports every reference that closes a circle of schemas which all look at the same value.
    ///
    /// - Parameter first: The first schema to look at; those before it lead to none of the rest.
    mutating func findLoops(from first: Int) {
        enum Mark { case new, open, closed }
        var marks = [Mark](repeating: .closed, count: first) + [Mark](repeating: .new, count: schemas.count - first)
        for start in first..<schemas.count where marks[start] == .new {
            if schemas[start].inPlace.isEmpty {
                marks[start] = .closed
                continue
            }
            var path: [(index: Int, next: ArraySlice<Int>)] = [(start, schemas[start].inPlace[...])]
            marks[start] = .open
            while let (index, _) = path.last {
                guard let child = path[path.count - 1].next.popFirst() else {
                    marks[index] = .closed
                    path.removeLast()
                    continue
                }
                switch marks[child] {
                case .closed: break
                case .new:
                    marks[child] = .open
                    path.append((child, schemas[child].inPlace[...]))
                case .open:
                    let circle = path.drop { $0.index != child }.map(\.index)
                    guard let culprit = circle.last(where: { schemas[$0].reference.map(circle.contains) ?? false }),
                        let value = schemas[culprit].value["$ref"]
                    else { break }
                    report(
                        .referenceLoop,
                        "'$ref' '\(value.string ?? "")' leads back to itself without going into a member or element",
                        at: value)
                }
            }
        }
    }
}
