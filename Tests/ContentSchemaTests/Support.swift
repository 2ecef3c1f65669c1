import JSONText
import Testing

@testable import ContentSchema

/// Schemas and payloads written in place.
enum Sample {
    static func value(_ text: String) throws -> JSONValue { try JSONDocument(Array(text.utf8)).root }

    /// Compiles a definition with schemas of `common`.
    static func compile(
        _ definition: String, common: [String] = [], definitions: String? = nil, declared: [String] = []
    ) throws -> SchemaCompilation {
        let definitions = try definitions.map(value)
        return SchemaPlan.compile(
            definition: SchemaSource(schema: try value(definition), definitions: definitions),
            common: try common.map { SchemaSource(schema: try value($0), definitions: definitions) },
            declared: declared)
    }

    /// Compiles schemas that have no problem.
    static func plan(
        _ definition: String, common: [String] = [], definitions: String? = nil, declared: [String] = []
    ) throws -> SchemaPlan {
        let compilation = try compile(definition, common: common, definitions: definitions, declared: declared)
        let errors = compilation.problems.filter { $0.level == .error }.map(\.message)
        return try #require(compilation.plan, "\(errors)")
    }

    /// `code pointer: detail` for each finding.
    static func findings(
        _ plan: SchemaPlan, _ payload: String, showingValues: Bool = true
    ) throws -> [String] {
        try evaluate(plan, payload, showingValues: showingValues).findings
    }

    /// The findings and the pointers of the missing defaults.
    static func evaluate(
        _ plan: SchemaPlan, _ payload: String, showingValues: Bool = true
    ) throws -> (findings: [String], missing: [String]) {
        let bytes = Array(payload.utf8)
        var tape = JSONTape()
        try tape.scan(bytes.span)
        var outcome = SchemaOutcome()
        plan.evaluate(tape, 0, bytes.span, into: &outcome)
        let findings = plan.findings(outcome, tape, bytes.span, showingValues: showingValues)
        #expect(findings.isEmpty == outcome.isValid)
        return (
            findings.map { "\($0.code.rawValue) \($0.pointer): \($0.detail)" },
            outcome.missingDefaults.map { plan.generalPointer(of: $0, outcome, tape, bytes.span) }
        )
    }

    static func filled(_ plan: SchemaPlan, _ payload: String) throws -> String {
        let bytes = Array(payload.utf8)
        var tape = JSONTape()
        try tape.scan(bytes.span)
        return String(decoding: plan.filled(tape, 0, bytes.span), as: UTF8.self)
    }
}
