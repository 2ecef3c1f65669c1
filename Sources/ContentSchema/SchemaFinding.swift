import JSONText

/// A violation with everything there is to say about it.
public struct SchemaFinding: Sendable, Hashable {
    /// The stable code.
    public var code: SchemaCode
    /// JSON Pointer (RFC 6901) from the payload to the value, or to the member that is missing.
    public var pointer: String
    /// The same with every array index as `*`.
    public var generalPointer: String
    /// The keyword that failed.
    public var location: SchemaLocation
    /// What was expected and what was found.
    public var detail: String
}

extension SchemaPlan {
    /// Everything that an outcome found, in the order of the payload.
    ///
    /// - Parameters:
    ///   - outcome: Of `evaluate` with the same tape and bytes.
    ///   - tape: The scanned text.
    ///   - bytes: The text that was scanned.
    ///   - showingValues: Whether details quote the payload's values; otherwise they say their type and length.
    ///   - limit: The most findings to return.
    public func findings(
        _ outcome: SchemaOutcome, _ tape: JSONTape, _ bytes: Span<UInt8>, showingValues: Bool = true,
        limit: Int = .max
    ) -> [SchemaFinding] {
        var result: [SchemaFinding] = []
        visit(outcome, tape, bytes, limit: limit) { violation, exact, general in
            result.append(
                SchemaFinding(
                    code: violation.code, pointer: exact, generalPointer: general, location: location(of: violation),
                    detail: ""))
        }
        for index in result.indices {
            result[index].detail = detail(
                of: outcome.violations[index], outcome, tape, bytes, showingValues: showingValues)
        }
        return result
    }

    /// Calls `body` for each violation with its exact pointer and its pointer with `*` for array indexes, in the order of
    /// the payload.
    ///
    /// - Complexity: O(size of the payload), however many violations there are.
    public func visit(
        _ outcome: SchemaOutcome, _ tape: JSONTape, _ bytes: Span<UInt8>, limit: Int = .max,
        _ body: (_ violation: SchemaViolation, _ pointer: String, _ generalPointer: String) -> Void
    ) {
        if let filled = outcome.filled {
            visit(outcome, filled.tape, filled.bytes.span, root: 0, limit: limit, body)
        } else {
            visit(outcome, tape, bytes, root: outcome.root, limit: limit, body)
        }
    }

    private func visit(
        _ outcome: SchemaOutcome, _ tape: JSONTape, _ bytes: Span<UInt8>, root: Int, limit: Int,
        _ body: (SchemaViolation, String, String) -> Void
    ) {
        var cursor = PointerCursor(root: root)
        for violation in outcome.violations.prefix(limit) {
            var (exact, general) = cursor.pointers(to: violation.node, tape, bytes)
            if violation.entry >= 0 {
                let token = "/" + JSONPointer.escaped(storage.name(ofEntry: Int(violation.entry)))
                exact += token
                general += token
            }
            body(violation, exact, general)
        }
    }

    /// The value that fails, as a node of the payload's tape: for `field-missing` the object without the member, and nil
    /// where the value is a default that the payload lacks.
    public func node(
        of violation: SchemaViolation, _ outcome: SchemaOutcome, _ tape: JSONTape, _ bytes: Span<UInt8>
    ) -> Int? {
        guard let filled = outcome.filled else { return violation.node }
        // Both have the same pointers, since members are only added.
        let pointer = filled.tape.pointer(to: violation.node, in: filled.bytes.span)
        guard let pointer = try? JSONPointer(pointer) else { return nil }
        return pointer.resolve(from: outcome.root, on: tape, in: bytes)
    }

    /// The name of the member that `field-missing` is about; nil for any other code.
    public func missingName(of violation: SchemaViolation) -> String? {
        violation.entry >= 0 ? storage.name(ofEntry: Int(violation.entry)) : nil
    }

    /// The keyword that failed.
    public func location(of violation: SchemaViolation) -> SchemaLocation {
        let tables = storage.tables
        return tables.locations[Int(tables.checks[Int(violation.check)].location)]
    }

    /// What was expected and what was found, such as `expected string, found integer 7`.
    ///
    /// - Parameters:
    ///   - violation: One of the outcome's.
    ///   - outcome: Of `evaluate` with the same tape and bytes.
    ///   - tape: The scanned text.
    ///   - bytes: The text that was scanned.
    ///   - showingValues: Whether to quote the payload's values, at most 64 characters of each; otherwise their type and
    ///     length stand there.
    public func detail(
        of violation: SchemaViolation, _ outcome: SchemaOutcome, _ tape: JSONTape, _ bytes: Span<UInt8>,
        showingValues: Bool = true
    ) -> String {
        if let filled = outcome.filled {
            return storage.detail(violation, filled.tape, filled.bytes.span, showingValues: showingValues, depth: 0)
        }
        return storage.detail(violation, tape, bytes, showingValues: showingValues, depth: 0)
    }

    /// JSON Pointer from the payload to a member that a default fills, with `*` for array elements. Differs from the
    /// slot's own pointer only where `isRepeated`.
    public func generalPointer(
        of missing: MissingDefault, _ outcome: SchemaOutcome, _ tape: JSONTape, _ bytes: Span<UInt8>
    ) -> String {
        let slot = defaults[missing.slot]
        if !slot.isRepeated { return slot.pointer }
        return tape.generalPointer(to: missing.object, from: outcome.root, in: bytes) + "/"
            + JSONPointer.escaped(slot.name.text)
    }
}
