/// What an audit at the shop's newest version has to say of a payload, known to whoever made it.
enum PayloadLabel: Hashable {
    /// Decoded, as this type.
    case decoded(type: Int)
    /// Decoded, as an order that was written at this version of the registry.
    case order(version: Int)
    /// No type of the registry.
    case unknown(type: Int)
    /// Broken, and how.
    case malformed(Fault)

    /// How a payload is broken. The raw value says it as the sample generator's truth files do.
    enum Fault: String, CaseIterable {
        case notJSON = "json"
        case empty
        case noType = "no-type"
        case orderWithoutID = "10001:missing"
        case orderWithNumberAsTitle = "10001:type"
        case imageWithTextAsWidth = "2:type"
    }

    /// The label as the sample generator's truth files have it.
    var text: String {
        switch self {
        case .decoded(let type): "ok:\(type)"
        case .order(let version): "ok:10001:v\(version)"
        case .unknown(let type): "unknown:\(type)"
        case .malformed(let fault): "malformed:\(fault.rawValue)"
        }
    }
}

/// How many payloads of each label an archive holds.
struct MadeCounts: Equatable {
    private(set) var labels: [PayloadLabel: Int] = [:]
    /// Payloads inside payloads; all of them decode.
    var nested = 0

    mutating func count(_ label: PayloadLabel) { labels[label, default: 0] += 1 }

    subscript(label: PayloadLabel) -> Int { labels[label] ?? 0 }

    /// How many have a label of which this is true.
    func total(where isCounted: (PayloadLabel) -> Bool) -> Int {
        labels.reduce(0) { $0 + (isCounted($1.key) ? $1.value : 0) }
    }

    var records: Int { total { _ in true } }
    var unknown: Int { total { if case .unknown = $0 { true } else { false } } }
    var malformed: Int { total { if case .malformed = $0 { true } else { false } } }
    var decoded: Int { records - unknown - malformed }
}
