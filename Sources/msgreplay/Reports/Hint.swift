/// A sentence with parts that stand as code: commands, options, and whatever comes from archives or registries.
///
/// Written as a string literal with `\(code: …)` for such parts; other interpolations are for words and numbers of our own.
struct Hint: Equatable, Sendable, ExpressibleByStringInterpolation {
    fileprivate enum Part: Equatable, Sendable {
        case words(String)
        case code(String)
    }

    private var parts: [Part]

    init(stringLiteral value: String) {
        parts = [.words(value)]
    }

    init(stringInterpolation: StringInterpolation) {
        parts = stringInterpolation.parts
    }

    struct StringInterpolation: StringInterpolationProtocol {
        fileprivate var parts: [Part] = []

        init(literalCapacity: Int, interpolationCount: Int) {}

        mutating func appendLiteral(_ literal: String) {
            if !literal.isEmpty { parts.append(.words(literal)) }
        }

        mutating func appendInterpolation(_ words: String) {
            parts.append(.words(words))
        }

        mutating func appendInterpolation(code: String) {
            parts.append(.code(code))
        }
    }

    /// - Parameter code: Makes a part that stands as code safe for the medium.
    func text(code: (String) -> String) -> String {
        parts.map { part in
            switch part {
            case .words(let words): words
            case .code(let text): code(text)
            }
        }.joined()
    }
}
