/// What reading one payload found, in machine words. Texts are asked of the reader, as long as it has not read another
/// payload.
public struct PayloadReading: Sendable {
    /// What became of the payload: of its upgraded text where it was upgraded.
    public internal(set) var outcome: Outcome
    /// Why it doesn't decode, where one thing says it all; nil where the schema's violations do, or where it decodes.
    public internal(set) var code: FindingCode?
    /// The index of its definition, or -1 where it has none.
    public internal(set) var definition = -1
    /// The version that it was written at; 0 where it is strictly at none or doesn't decode as it stands.
    public internal(set) var writtenAt = 0
    /// Whether the upgrade changed it, so that the reader's text counts and no longer the caller's.
    public internal(set) var isUpgraded = false
    /// Whether clients show such content.
    public internal(set) var isDisplayed = true
    /// The payload's node on the text that counts; -1 where it could not be scanned.
    public internal(set) var root = -1
    /// The node of the payload's type on the text that counts, or -1 where it has none.
    public internal(set) var typeNode = -1
    /// The decoder's verdict on the text that counts; nil where it could not be scanned.
    public internal(set) var verdict: PayloadVerdict?

    /// A payload that can't be scanned, or that is encrypted.
    ///
    /// - Parameter code: What keeps it from being read; it decides the outcome.
    public init(_ code: FindingCode) {
        outcome = code.outcome ?? .malformed
        self.code = code
    }

    /// A payload that was decoded.
    init(_ verdict: PayloadVerdict, root: Int) {
        outcome = verdict.outcome
        code = verdict.code
        definition = verdict.definition
        writtenAt = verdict.writtenAt
        self.root = root
        typeNode = verdict.typeNode
        self.verdict = verdict
    }
}
