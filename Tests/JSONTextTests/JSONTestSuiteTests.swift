import Foundation
import JSONText
import Testing

/// Every file of the JSONTestSuite: what must be accepted, what must be rejected, and what RFC 8259 leaves open.
@Suite struct JSONTestSuiteTests {
    /// What the scanner does with each text that RFC 8259 leaves to the implementation, and why.
    static let decisions: [String: (accepted: Bool, reason: String)] = [
        "i_number_double_huge_neg_exp": (true, "numbers stay text, so none is too small"),
        "i_number_huge_exp": (true, "numbers stay text, so none is too large"),
        "i_number_neg_int_huge_exp": (true, "numbers stay text"),
        "i_number_pos_double_huge_exp": (true, "numbers stay text"),
        "i_number_real_neg_overflow": (true, "numbers stay text"),
        "i_number_real_pos_overflow": (true, "numbers stay text"),
        "i_number_real_underflow": (true, "numbers stay text"),
        "i_number_too_big_neg_int": (true, "numbers stay text"),
        "i_number_too_big_pos_int": (true, "numbers stay text"),
        "i_number_very_big_negative_int": (true, "numbers stay text"),
        "i_object_key_lone_2nd_surrogate": (true, "the grammar allows lone surrogate escapes; they are a warning"),
        "i_string_1st_surrogate_but_2nd_missing": (true, "the grammar allows lone surrogate escapes"),
        "i_string_1st_valid_surrogate_2nd_invalid": (true, "the grammar allows lone surrogate escapes"),
        "i_string_UTF-16LE_with_BOM": (false, "RFC 8259 section 8.1: the text is UTF-8"),
        "i_string_UTF-8_invalid_sequence": (false, "RFC 8259 section 8.1: the text is UTF-8"),
        "i_string_UTF8_surrogate_U+D800": (false, "RFC 3629 forbids encoded surrogates"),
        "i_string_incomplete_surrogate_and_escape_valid": (true, "the grammar allows lone surrogate escapes"),
        "i_string_incomplete_surrogate_pair": (true, "the grammar allows lone surrogate escapes"),
        "i_string_incomplete_surrogates_escape_valid": (true, "the grammar allows lone surrogate escapes"),
        "i_string_invalid_lonely_surrogate": (true, "the grammar allows lone surrogate escapes"),
        "i_string_invalid_surrogate": (true, "the grammar allows lone surrogate escapes"),
        "i_string_invalid_utf-8": (false, "RFC 8259 section 8.1: the text is UTF-8"),
        "i_string_inverted_surrogates_U+1D11E": (true, "the grammar allows lone surrogate escapes"),
        "i_string_iso_latin_1": (false, "RFC 8259 section 8.1: the text is UTF-8"),
        "i_string_lone_second_surrogate": (true, "the grammar allows lone surrogate escapes"),
        "i_string_lone_utf8_continuation_byte": (false, "RFC 8259 section 8.1: the text is UTF-8"),
        "i_string_not_in_unicode_range": (false, "RFC 3629 ends at U+10FFFF"),
        "i_string_overlong_sequence_2_bytes": (false, "RFC 3629 forbids overlong forms"),
        "i_string_overlong_sequence_6_bytes": (false, "RFC 3629 forbids forms of six bytes"),
        "i_string_overlong_sequence_6_bytes_null": (false, "RFC 3629 forbids forms of six bytes"),
        "i_string_truncated-utf-8": (false, "RFC 8259 section 8.1: the text is UTF-8"),
        "i_string_utf16BE_no_BOM": (false, "RFC 8259 section 8.1: the text is UTF-8"),
        "i_string_utf16LE_no_BOM": (false, "RFC 8259 section 8.1: the text is UTF-8"),
        "i_structure_500_nested_arrays": (true, "500 levels are within the limit of 512"),
        "i_structure_UTF-8_BOM_empty_object": (false, "RFC 8259 section 8.1: no byte order mark"),
    ]

    @Test(.enabled(if: Suites.folder("JSONTestSuite") != nil, "../shared/suites/JSONTestSuite is missing"))
    func everyFileIsAcceptedOrRejectedAsItsNameSays() throws {
        let folder = try #require(Suites.folder("JSONTestSuite"))
        var tape = JSONTape()
        var counts = [Character: Int]()
        for file in try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil) {
            guard file.pathExtension == "json" else { continue }
            let name = file.deletingPathExtension().lastPathComponent
            let bytes = [UInt8](try Data(contentsOf: file))
            var failure: JSONError?
            do { try tape.scan(bytes.span) } catch { failure = error }
            switch name.first {
            case "y": #expect(failure == nil, "\(name)")
            case "n": #expect(failure != nil, "\(name)")
            default:
                let decision = try #require(Self.decisions[name], "\(name) has no decision")
                #expect((failure == nil) == decision.accepted, "\(name): \(decision.reason)")
            }
            if let failure { #expect((0...bytes.count).contains(failure.offset), "\(name)") }
            counts[name.first ?? "?", default: 0] += 1
        }
        print("JSONTestSuite: \(counts["y"] ?? 0) accepted, \(counts["n"] ?? 0) rejected, \(counts["i"] ?? 0) decided")
        #expect(counts["i"] == Self.decisions.count)
        #expect(counts["y"] ?? 0 > 90 && counts["n"] ?? 0 > 180)
    }
}
