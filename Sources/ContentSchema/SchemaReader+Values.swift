import JSONText

/// What each keyword takes.
extension SchemaReader {
    mutating func types(_ value: JSONValue) -> UInt8? {
        // The usual case.
        if let name = value.string, let known = TypeSet.names.first(where: { $0.name == name }) { return known.bits }
        let list = value.kind == .array ? value.elements : [value]
        if value.kind == .array && list.isEmpty {
            report(.keywordInvalid, "'type' needs at least one type", at: value)
        }
        var result: UInt8 = 0
        var seen: UInt8 = 0
        for element in list {
            guard let name = element.string else {
                report(.keywordInvalid, "'type' has to be a type's name or an array of them", at: element)
                continue
            }
            guard let place = TypeSet.names.firstIndex(where: { $0.name == name }) else {
                let known = TypeSet.names.map(\.name)
                let hint =
                    NameSuggestion.closest(to: name, in: known).map { "did you mean '\($0)'?" }
                    ?? "types are \(known.joined(separator: ", "))"
                report(.keywordInvalid, "unknown type '\(name)': \(hint)", at: element)
                continue
            }
            if seen & 1 << UInt8(place) != 0 {
                report(.keywordInvalid, "'type' names '\(name)' twice", at: element)
            }
            seen |= 1 << UInt8(place)
            result |= TypeSet.names[place].bits
        }
        return result == 0 ? nil : result
    }

    mutating func bound(_ bound: SchemaSyntax.Bound, _ keyword: String, _ value: JSONValue, into index: Int) {
        guard value.kind == .number else {
            report(.keywordInvalid, "'\(keyword)' has to be a number", at: value)
            return
        }
        let zero: [UInt8] = [UInt8(ascii: "0")]
        if bound == .multipleOf && ExactDecimal.compare(Array(value.text.utf8).span, zero.span) <= 0 {
            report(.keywordInvalid, "'multipleOf' has to be more than 0", at: value)
            return
        }
        schemas[index].bounds.append((bound, value))
    }

    mutating func length(
        _ length: SchemaSyntax.Length, _ keyword: String, _ value: JSONValue, into index: Int
    ) {
        if let count = count(keyword, value) { schemas[index].lengths.append((length, count)) }
    }

    /// A whole number from 0, by value; what is beyond `Int` is as good as its largest value.
    mutating func count(_ keyword: String, _ value: JSONValue) -> Int? {
        let text = Array(value.text.utf8)
        let zero: [UInt8] = [UInt8(ascii: "0")]
        guard value.kind == .number, ExactDecimal.isInteger(text.span), ExactDecimal.compare(text.span, zero.span) >= 0
        else {
            report(.keywordInvalid, "'\(keyword)' has to be a whole number from 0", at: value)
            return nil
        }
        if let plain = ExactDecimal.plainInteger(text.span) { return plain }
        let limit = Array("1000000000000000".utf8)
        if ExactDecimal.compare(text.span, limit.span) >= 0 { return Int.max }
        // Whole and small, in an unusual spelling: at most 15 digits times a power of ten.
        var canonical: [UInt8] = []
        ExactDecimal.appendCanonical(text.span, to: &canonical)
        let parts = canonical.split(separator: UInt8(ascii: "e"))
        let digits = parts.first.flatMap { Int(String(decoding: $0, as: UTF8.self)) } ?? 0
        let power = parts.count > 1 ? Int(String(decoding: parts[1], as: UTF8.self)) ?? 0 : 0
        return (0..<power).reduce(digits) { value, _ in value * 10 }
    }

    mutating func pattern(_ value: JSONValue, _ source: String?, atName: Bool = false) -> Pattern? {
        guard let source else {
            report(.keywordInvalid, "'pattern' has to be a string", at: value)
            return nil
        }
        do throws(PatternError) {
            return try Pattern(source)
        } catch {
            report(
                .patternInvalid, "pattern '\(source)', character \(error.offset + 1): \(error.message)", at: value,
                atName: atName)
            return nil
        }
    }

    mutating func names(_ keyword: String, _ value: JSONValue) -> [NameBytes] {
        guard value.kind == .array else {
            report(.keywordInvalid, "'\(keyword)' has to be an array of names", at: value)
            return []
        }
        var result: [NameBytes] = []
        var seen = NameIndex()
        for element in value.elements {
            guard let name = element.string.map({ Array($0.utf8) }) else {
                report(.keywordInvalid, "'\(keyword)' has to be an array of names", at: element)
                continue
            }
            if seen.insert(name).isNew {
                result.append(name)
            } else {
                report(.keywordInvalid, "'\(keyword)' names '\(name.text)' twice", at: element)
            }
        }
        return result
    }

    mutating func subschema(_ keyword: String, _ value: JSONValue, below index: Int) -> Int {
        schema(value, pointer: "\(schemas[index].pointer)/\(keyword)", source: schemas[index].source)
    }

    mutating func list(_ keyword: String, _ value: JSONValue, below index: Int) -> [Int] {
        guard value.kind == .array, !value.elements.isEmpty else {
            report(.keywordInvalid, "'\(keyword)' has to be an array of at least one schema", at: value)
            return []
        }
        return value.elements.enumerated().map { number, element in
            schema(element, pointer: "\(schemas[index].pointer)/\(keyword)/\(number)", source: schemas[index].source)
        }
    }

    mutating func map(_ keyword: String, _ value: JSONValue, into index: Int) {
        guard value.kind == .object else {
            let what = keyword == "dependentRequired" ? "arrays of names" : "schemas"
            report(.keywordInvalid, "'\(keyword)' has to be an object of \(what)", at: value)
            return
        }
        let base = "\(schemas[index].pointer)/\(keyword)/"
        let isProperties = keyword == "properties"
        var seen = NameIndex()
        for (name, member) in Self.members(of: value) {
            let isNew = isProperties ? schemas[index].propertyNumbers.insert(name).isNew : seen.insert(name).isNew
            if !isNew {
                report(.keywordInvalid, "'\(name.text)' stands twice in '\(keyword)'", at: member, atName: true)
                continue
            }
            if keyword == "dependentRequired" {
                schemas[index].dependentRequired.append((name, names(keyword, member)))
                continue
            }
            let child = schema(
                member, pointer: base + JSONPointer.escaped(name.text), source: schemas[index].source)
            switch keyword {
            case "properties":
                schemas[index].properties.append((name, child))
            case "patternProperties":
                if let pattern = pattern(member, name.text, atName: true) {
                    schemas[index].patternProperties.append((pattern, child))
                }
            case "dependentSchemas": schemas[index].dependentSchemas.append((name, child))
            default: break
            }
        }
    }

    mutating func anchor(_ value: JSONValue, of index: Int) {
        guard let name = value.string, let first = name.unicodeScalars.first,
            first == "_" || (first.isASCII && first.properties.isAlphabetic),
            name.unicodeScalars.allSatisfy({
                $0.isASCII
                    && ($0.properties.isAlphabetic || ("0"..."9").contains($0) || "-_.".unicodeScalars.contains($0))
            })
        else {
            report(.keywordInvalid, "'$anchor' has to be a name of letters, digits, '-', '_' and '.'", at: value)
            return
        }
        let source = schemas[index].source
        let (number, isNew) = definitions[source].anchors.insert(Array(name.utf8))
        if isNew {
            definitions[source].anchored.append(index)
        } else if definitions[source].anchored[number] != index {
            report(.anchorDuplicated, "another subschema has the '$anchor' '\(name)' too", at: value)
        }
    }
}
