/// What became of one payload.
public enum Outcome: String, Sendable {
    case decoded
    case unknown
    case malformed
}

/// The stable codes of everything that can be wrong with a record or a payload.
public enum FindingCode: String, Sendable, CaseIterable {
    // A record's line.
    case recordNotJSON = "record-not-json"
    case recordTooDeep = "record-too-deep"
    case recordIncomplete = "record-incomplete"
    // A payload as a whole.
    case payloadBase64 = "payload-base64"
    case payloadEncrypted = "payload-encrypted"
    case payloadEmpty = "payload-empty"
    case payloadNotJSON = "payload-not-json"
    case payloadTooDeep = "payload-too-deep"
    case payloadNotObject = "payload-not-object"
    // The discriminator.
    case typeMissing = "type-missing"
    case typeInvalid = "type-invalid"
    case typeUnknown = "type-unknown"
    case typeRetired = "type-retired"
    // The schema.
    case fieldMissing = "field-missing"
    case fieldType = "field-type"
    case fieldEnum = "field-enum"
    case fieldRange = "field-range"
    case fieldLength = "field-length"
    case fieldPattern = "field-pattern"
    case fieldUndeclared = "field-undeclared"
    case fieldConstraint = "field-constraint"
    // Warnings, which change no outcome.
    case memberDuplicated = "member-duplicated"
    case stringSurrogate = "string-surrogate"
    case idMismatch = "id-mismatch"
    case idInvalid = "id-invalid"
    case typeDisagrees = "type-disagrees"
    case timeUnit = "time-unit"
    case sequenceBroken = "sequence-broken"
    case base64URLSafe = "base64-urlsafe"
    case byteOrderMark = "byte-order-mark"
    case versionInvalid = "version-invalid"
    case upgradeLossy = "upgrade-lossy"
    case upgradeConflict = "upgrade-conflict"
    case upgradeTooLarge = "upgrade-too-large"
    case nestedKept = "nested-kept"

    /// The outcome that the code gives a payload; nil for a warning.
    public var outcome: Outcome? {
        switch self {
        case .payloadEncrypted, .typeUnknown, .typeRetired: .unknown
        case .memberDuplicated, .stringSurrogate, .idMismatch, .idInvalid, .typeDisagrees, .timeUnit, .sequenceBroken,
            .base64URLSafe, .byteOrderMark, .versionInvalid, .upgradeLossy, .upgradeConflict, .upgradeTooLarge,
            .nestedKept:
            nil
        default: .malformed
        }
    }
}
