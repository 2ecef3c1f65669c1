import JSONText
import Testing

@testable import ContentSchema

@Suite("Bounds of numbers")
struct NumberBoundTests {
    /// Numbers around the bounds below, in many spellings.
    private static let numbers = [
        "0", "-0", "0.0", "1", "-1", "9", "-9", "10", "-10", "11", "99", "100", "-100", "101", "9.99", "10.01",
        "-10.01",
        "0.4", "0.5", "0.51", "-0.5", "-0.51", "1e1", "1e2", "1e-2", "-1E+2", "0.1e3", "9.999999999999999999999",
        "999999999999999999", "1000000000000000000", "-1000000000000000000", "9223372036854775807",
        "9223372036854775808", "-9223372036854775808", "-9223372036854775809", "99999999999999999999", "9.3e18",
        "9223372036854775807.5", "1e308", "1.7976931348623157e308", "-1.7976931348623157e308", "1.8e308", "1e400",
        "-1e400", "1e-400", "1e999999999999999999999", String(repeating: "9", count: 308),
        String(repeating: "9", count: 309), "-" + String(repeating: "9", count: 308), "0.1e309", "0.2e309",
    ]

    @Test(
        "hold exactly when the exact decimals say so, however numbers and bounds are spelt",
        arguments: [
            "0", "0.5", "-0.5", "1", "10", "-10", "1e1", "100", "-100.0", "999999999999999999", "9223372036854775807",
            "-9223372036854775808", "1.7976931348623157e308", "-1.7976931348623157e308", "1e-3", "1e999999999999",
        ])
    func areExact(_ bound: String) throws {
        for (keyword, holds) in [
            ("minimum", { $0 >= 0 }), ("maximum", { $0 <= 0 }), ("exclusiveMinimum", { $0 > 0 }),
            ("exclusiveMaximum", { $0 < 0 }),
        ] as [(String, (Int) -> Bool)] {
            let plan = try Sample.plan(#"{"\#(keyword)": \#(bound)}"#)
            for number in Self.numbers {
                let order = ExactDecimal.compare(Array(number.utf8).span, Array(bound.utf8).span)
                let found = try Sample.findings(plan, number)
                #expect(found.isEmpty == holds(order), "\(number) \(keyword) \(bound)")
            }
        }
    }
}
