import CSHA256
import JSONText
import Synchronization

/// The SHA-256 (FIPS 180-4) of a resolved version as JSON in one spelling: the version's file without notes and without
/// `extends`, into which the extended registries are merged.
///
/// * `contents` begins with the extended definitions that aren't overridden, in their order.
/// * `nested` begins with the extended pointers that the file doesn't name itself.
/// * `typeField` and `placeholder` are the extended ones where the file has none.
/// * Of `$defs`, `common` and `retired`, which several registries can have side by side, more than one make an array.
enum Fingerprint {
    /// The fingerprint in lower-case hexadecimal.
    static func of(_ merged: RegistryResolver.Merged) -> String {
        var members: [(name: String, bytes: [UInt8])] = []
        for (name, value) in merged.file.value.members where !StrictObject.isNote(name) && name != "extends" {
            let position: CanonicalJSON.Position = name == "$defs" ? .names : .structure
            members.append((name, CanonicalJSON.bytes(value, position)))
        }
        for part in merged.parts.dropLast() { extend(&members, part, merged) }
        members.sort { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
        var bytes: [UInt8] = []
        for (name, value) in members {
            bytes.append(bytes.isEmpty ? UInt8(ascii: "{") : UInt8(ascii: ","))
            JSONWriter.appendQuoted(name, to: &bytes)
            bytes.append(UInt8(ascii: ":"))
            bytes += value
        }
        bytes.append(UInt8(ascii: "}"))
        return sha256(bytes)
    }

    /// Merges an extended registry into the members.
    private static func extend(
        _ members: inout [(name: String, bytes: [UInt8])], _ part: RegistryFile, _ merged: RegistryResolver.Merged
    ) {
        let own = merged.parts[merged.parts.count - 1]
        let replaced = own.contents.filter(\.isOverride).map(\.type)
        let spelled = part.spelledContents
        var contents: [[UInt8]] = []
        for (index, content) in part.contents.enumerated() where !replaced.contains(content.type) {
            contents.append(spelled[index])
        }
        set("contents", in: &members) { listed(contents + elements($0)) }
        let nested = part.nested.filter { pointer, _ in !own.nested.contains { $0.pointer == pointer } }
        if !nested.isEmpty {
            set("nested", in: &members) { known in
                listed(nested.map { CanonicalJSON.bytes($0.value, .structure) } + elements(known))
            }
        }
        for name in ["typeField", "placeholder"] {
            if let value = part.value[name] { set(name, in: &members) { $0 ?? CanonicalJSON.bytes(value, .structure) } }
        }
        for name in ["$defs", "common", "retired"] {
            guard let value = part.value[name] else { continue }
            let bytes = CanonicalJSON.bytes(value, name == "$defs" ? .names : .structure)
            set(name, in: &members) { known in known.map { listed([bytes, $0]) } ?? bytes }
        }
    }

    private static func set(
        _ name: String, in members: inout [(name: String, bytes: [UInt8])], _ change: ([UInt8]?) -> [UInt8]
    ) {
        if let index = members.firstIndex(where: { $0.name == name }) {
            members[index].bytes = change(members[index].bytes)
        } else {
            members.append((name, change(nil)))
        }
    }

    /// What is between the brackets of an array that is spelled already, as one element.
    private static func elements(_ array: [UInt8]?) -> [[UInt8]] {
        guard let array, array.count > 2 else { return [] }
        return [Array(array.dropFirst().dropLast())]
    }

    private static func listed(_ elements: [[UInt8]]) -> [UInt8] {
        var bytes: [UInt8] = [UInt8(ascii: "[")]
        bytes.reserveCapacity(elements.reduce(2) { $0 + $1.count + 1 })
        for (index, element) in elements.enumerated() {
            if index > 0 { bytes.append(UInt8(ascii: ",")) }
            bytes += element
        }
        bytes.append(UInt8(ascii: "]"))
        return bytes
    }

    private static func sha256(_ bytes: [UInt8]) -> String {
        var state = csha256_t()
        csha256_init(&state)
        // The call reads exactly the array's bytes.
        csha256_update(&state, bytes, bytes.count)
        var digest = [UInt8](repeating: 0, count: 32)
        // The call writes exactly the 32 bytes that a SHA-256 has.
        csha256_final(&state, &digest)
        let digits = Array("0123456789abcdef".utf8)
        return String(decoding: digest.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
    }
}

/// A version's fingerprint, made when it is first asked for.
final class LazyFingerprint: Sendable {
    private let merged: RegistryResolver.Merged
    private let made = Mutex<String?>(nil)

    init(_ merged: RegistryResolver.Merged) {
        self.merged = merged
    }

    var value: String {
        made.withLock { made in
            if let made { return made }
            let fingerprint = Fingerprint.of(merged)
            made = fingerprint
            return fingerprint
        }
    }
}
