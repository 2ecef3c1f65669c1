import JSONText

/// The rules of the bundle format (ARCHIVES.md, F1.2 to F1.6) as WuKongIM's importer checks them, over the files of a
/// bundle as they lie in memory. It shares no code with the writer, and none with the reader but the JSON scanner and
/// SHA-256.
struct BundleRules {
    /// What is broken, in words.
    private(set) var broken: [String] = []
    private let files: [String: [UInt8]]
    private var slots = 1
    private var declaredChannels: [String] = []

    /// - Parameter files: Decompressed, by path, `manifest.json` among them.
    init(_ files: [String: [UInt8]]) {
        self.files = files
        check()
    }

    private mutating func refuse(_ words: String) { broken.append(words) }

    private static let kinds: [String: [(name: String, type: Kind)]] = [
        "meta.users": [
            ("hash_slot", .int), ("uid", .string), ("token", .string), ("device_flag", .int), ("device_level", .int),
        ],
        "meta.devices": [
            ("hash_slot", .int), ("uid", .string), ("device_flag", .int), ("token", .string), ("device_level", .int),
        ],
        "meta.channels": [
            ("hash_slot", .int), ("channel_id", .string), ("channel_type", .int), ("ban", .flag), ("disband", .flag),
            ("send_ban", .flag), ("allow_stranger", .flag), ("large", .flag), ("subscriber_mutation_version", .u64),
            ("directory_projection_state", .int), ("directory_projection_generation", .u64),
        ],
        "meta.subscribers": [
            ("hash_slot", .int), ("channel_id", .string), ("channel_type", .int), ("uid", .string),
        ],
        "meta.user_channel_memberships": [
            ("hash_slot", .int), ("uid", .string), ("channel_id", .string), ("channel_type", .int), ("join_seq", .u64),
            ("read_seq", .u64), ("deleted_to_seq", .u64), ("activated_at", .int), ("tombstone", .boolean),
            ("tombstone_at", .int), ("source_version", .u64), ("updated_at_ms", .int),
        ],
        "meta.user_cmd_channel_memberships": [
            ("hash_slot", .int), ("uid", .string), ("command_channel_id", .string), ("channel_type", .int),
            ("start_seq", .u64), ("ack_seq", .u64), ("tombstone", .boolean), ("tombstone_at", .int),
            ("updated_at_ms", .int),
        ],
        "meta.channel_latest": [
            ("hash_slot", .int), ("channel_id", .string), ("channel_type", .int), ("last_message_id", .u64),
            ("last_message_seq", .u64), ("last_at", .int), ("from_uid", .string), ("client_msg_no", .string),
            ("last_payload_b64", .base64), ("updated_at", .int),
        ],
        "meta.person_directory_tasks": [
            ("hash_slot", .int), ("channel_id", .string), ("channel_type", .int), ("committed_tail", .u64),
            ("created_at", .int), ("generation", .u64),
        ],
        "meta.message_updates": [("hash_slot", .int), ("table", .string), ("row", .object)],
        "message.channels": [("channel_key", .string), ("channel_id", .string), ("channel_type", .int)],
        "message.messages": [
            ("channel_key", .string), ("message_seq", .u64), ("message_id", .u64), ("client_msg_no", .string),
            ("from_uid", .string), ("server_timestamp_ms", .int), ("payload_b64", .base64),
        ],
    ]

    private static let slotKeys = [
        "meta.users": "uid", "meta.devices": "uid", "meta.user_channel_memberships": "uid",
        "meta.user_cmd_channel_memberships": "uid", "meta.channels": "channel_id", "meta.subscribers": "channel_id",
        "meta.channel_latest": "channel_id", "meta.person_directory_tasks": "channel_id",
    ]

    private static let updateMembers: [String: [(name: String, type: Kind)]] = [
        "message_update_head": [
            ("channel_id", .string), ("channel_type", .int), ("generation", .string), ("replica_set", .string),
            ("update_seq", .number),
        ],
        "message_update": updateRow, "message_update_pending": updateRow,
        "message_update_request": [
            ("channel_id", .string), ("channel_type", .int), ("message_id", .number), ("request_id", .string),
            ("digest", .string), ("message_seq", .number), ("version", .number), ("update_seq", .number),
            ("updated_at_ms", .int),
        ],
    ]
    private static let updateRow: [(name: String, type: Kind)] = [
        ("channel_id", .string), ("channel_type", .int), ("message_id", .number), ("message_seq", .number),
        ("version", .number), ("update_seq", .number), ("payload", .base64OrNull), ("updated_at_ms", .int),
        ("pending", .flag), ("pending_after_uid", .string),
    ]

    /// What a member must be. A `u64` is a number or a string of digits, a `number` one without quotes.
    private enum Kind { case string, int, u64, number, flag, boolean, base64, base64OrNull, object }

    private mutating func check() {
        guard let bytes = files["manifest.json"] else { return refuse("no manifest.json") }
        guard let root = try? JSONDocument(bytes).root, root.kind == .object else {
            return refuse("the manifest is no JSON object")
        }
        for (name, _) in root.members where !["format", "version", "hash_slot_count", "files"].contains(name) {
            refuse("the manifest has the unknown member \(name)")
        }
        if root["format"]?.string != "wkdb-import-bundle" { refuse("format") }
        if root["version"]?.integer != 1 { refuse("version") }
        slots = root["hash_slot_count"]?.integer ?? 0
        if !(1...65_535).contains(slots) {
            refuse("hash_slot_count \(slots)")
            slots = 1
        }
        var listed: [(path: String, kind: String)] = []
        for entry in root["files"]?.elements ?? [] {
            for (name, _) in entry.members where !["path", "kind", "rows", "sha256"].contains(name) {
                refuse("an entry has the unknown member \(name)")
            }
            guard let path = entry["path"]?.string, let kind = entry["kind"]?.string else {
                refuse("an entry without path or kind")
                continue
            }
            let parts = path.split(separator: "/", omittingEmptySubsequences: false)
            if path.contains("\\") || parts.contains(where: { ["", ".", ".."].contains($0) }) {
                refuse("path \(path)")
            }
            if Self.kinds[kind] == nil { refuse("\(path): kind \(kind)") }
            guard let text = files[path] else {
                refuse("\(path) is absent")
                continue
            }
            if entry["sha256"]?.string != Self.sum(text) { refuse("\(path): sha256") }
            let rows = Self.lines(text).filter { !$0.isEmpty }.count
            if entry["rows"]?.integer != rows { refuse("\(path): rows \(entry["rows"]?.text ?? "-"), not \(rows)") }
            listed.append((path, kind))
        }
        for (path, kind) in listed where kind == "message.channels" { checkRows(path, kind) }
        if declaredChannels != Array(Set(declaredChannels)).sorted(by: Self.isBefore) {
            refuse("message.channels isn't strictly ascending")
        }
        for (path, kind) in listed where kind != "message.channels" && kind != "message.messages" {
            checkRows(path, kind)
        }
        checkMessages(listed.filter { $0.kind == "message.messages" }.map(\.path))
    }

    /// By bytes, as Go compares.
    private static func isBefore(_ left: String, _ right: String) -> Bool {
        left.utf8.lexicographicallyPrecedes(right.utf8)
    }

    private static func sum(_ bytes: [UInt8]) -> String { sha256(bytes) }

    /// Lines without white space around them.
    private static func lines(_ text: [UInt8]) -> [ArraySlice<UInt8>] {
        text.split(separator: 10, omittingEmptySubsequences: false).map { line in
            let space: (UInt8) -> Bool = { $0 == 32 || (9...13).contains($0) }
            let start = line.drop(while: space)
            return start.prefix(start.lastIndex { !space($0) }.map { $0 + 1 - start.startIndex } ?? 0)
        }
    }

    private mutating func checkRows(_ path: String, _ kind: String) {
        for (index, line) in Self.lines(files[path] ?? []).enumerated() where !line.isEmpty {
            let place = "\(path):\(index + 1)"
            guard let row = checkRow(line, Self.kinds[kind] ?? [], place) else { continue }
            if let key = Self.slotKeys[kind], row["hash_slot"]?.integer != slot(row[key]?.string ?? "") {
                refuse("\(place): hash_slot")
            }
            if kind == "message.channels" { declaredChannels.append(row["channel_key"]?.string ?? "") }
            if kind == "meta.message_updates" { checkUpdate(row, place) }
        }
    }

    private mutating func checkRow(
        _ line: ArraySlice<UInt8>, _ members: [(name: String, type: Kind)], _ place: String
    ) -> JSONValue? {
        if line.count > 67_108_863 { refuse("\(place): too long") }
        guard let row = try? JSONDocument(Array(line)).root, row.kind == .object else {
            refuse("\(place): no JSON object")
            return nil
        }
        checkMembers(row, members, place)
        return row
    }

    private mutating func checkMembers(_ row: JSONValue, _ members: [(name: String, type: Kind)], _ place: String) {
        for (name, _) in row.members where !members.contains(where: { $0.name == name }) {
            refuse("\(place): unknown member \(name)")
        }
        for (name, type) in members {
            guard let value = row[name] else {
                if type == .base64 { refuse("\(place): \(name) is missing") }
                continue
            }
            if !Self.fits(value, type) { refuse("\(place): \(name) is \(value.text.prefix(80))") }
        }
    }

    private static func fits(_ value: JSONValue, _ type: Kind) -> Bool {
        let digits: (String) -> Bool = {
            !$0.isEmpty && $0.utf8.allSatisfy { (48...57).contains($0) } && UInt64($0) != nil
        }
        switch type {
        case .string: return value.kind == .string
        case .int: return value.integer != nil
        case .u64: return digits(value.string ?? value.text)
        case .number: return value.kind == .number && digits(value.text)
        case .flag: return value.integer == 0 || value.integer == 1
        case .boolean: return value.boolean != nil
        case .object: return value.kind == .object
        case .base64: return value.string.flatMap(decoded) != nil
        case .base64OrNull: return value.kind == .null || value.string.flatMap(decoded) != nil
        }
    }

    /// What each digit of standard base64 stands for.
    private static let digitValues: [UInt8: Int] = {
        let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
        return Dictionary(uniqueKeysWithValues: zip(alphabet, 0..<64))
    }()

    /// The bytes of standard base64 with padding; CR and LF are ignored.
    private static func decoded(_ text: String) -> [UInt8]? {
        let digits = text.utf8.filter { $0 != 10 && $0 != 13 }
        guard digits.count % 4 == 0 else { return nil }
        var bytes: [UInt8] = []
        for start in stride(from: 0, to: digits.count, by: 4) {
            let group = Array(digits[start..<start + 4])
            let used = group.prefix { $0 != UInt8(ascii: "=") }.count
            guard used >= 2, used == 4 || (start + 4 == digits.count && group[used...].allSatisfy { $0 == 61 }) else {
                return nil
            }
            var bits = 0
            for index in 0..<4 {
                guard let value = index < used ? digitValues[group[index]] : 0 else { return nil }
                bits = bits << 6 | value
            }
            bytes += [UInt8(bits >> 16 & 255), UInt8(bits >> 8 & 255), UInt8(bits & 255)].prefix(used - 1)
        }
        return bytes
    }

    private mutating func checkUpdate(_ row: JSONValue, _ place: String) {
        guard let table = row["table"]?.string, let members = Self.updateMembers[table], let inner = row["row"] else {
            return refuse("\(place): table")
        }
        if inner.text.utf8.count > 2 << 20 { refuse("\(place): row over 2 MiB") }
        checkMembers(inner, members, place)
        if row["hash_slot"]?.integer != slot(inner["channel_id"]?.string ?? "") { refuse("\(place): hash_slot") }
        if table == "message_update" {
            let count = inner["payload"]?.string.flatMap(Self.decoded)?.count ?? 0
            if !(1...(1 << 20)).contains(count) { refuse("\(place): payload of \(count) bytes") }
            if inner["pending"]?.integer != 0 || inner["pending_after_uid"]?.string != "" {
                refuse("\(place): pending")
            }
            let version = inner["version"]?.integer ?? 0
            if version < 1 || (inner["update_seq"]?.integer ?? 0) < version { refuse("\(place): version") }
        }
        if table == "message_update_pending" {
            if inner["pending"]?.integer != 1 { refuse("\(place): pending") }
            if inner["payload"]?.kind != .null, inner["payload"]?.string != "" { refuse("\(place): payload") }
        }
    }

    private mutating func checkMessages(_ paths: [String]) {
        var last: (key: String, sequence: UInt64)?
        for path in paths {
            for (index, line) in Self.lines(files[path] ?? []).enumerated() where !line.isEmpty {
                let place = "\(path):\(index + 1)"
                guard let row = checkRow(line, Self.kinds["message.messages"] ?? [], place) else { continue }
                let key = row["channel_key"]?.string ?? ""
                let sequence = row["message_seq"].flatMap { UInt64($0.string ?? $0.text) } ?? 0
                let id = row["message_id"].flatMap { UInt64($0.string ?? $0.text) } ?? 0
                if id == 0 { refuse("\(place): message_id") }
                if !declaredChannels.contains(key) { refuse("\(place): channel \(key) isn't declared") }
                if let last, last.key != key, !Self.isBefore(last.key, key) { refuse("\(place): channel order") }
                let expected = last?.key == key ? (last?.sequence ?? 0) + 1 : 1
                if sequence != expected { refuse("\(place): message_seq \(sequence), not \(expected)") }
                last = (key, sequence)
            }
        }
    }

    /// CRC-32 (IEEE) of the key's bytes modulo the number of slots.
    private func slot(_ key: String) -> Int {
        var crc: UInt32 = 0xffff_ffff
        for byte in key.utf8 {
            crc ^= UInt32(byte)
            for _ in 0..<8 { crc = crc >> 1 ^ (crc & 1 == 1 ? 0xedb8_8320 : 0) }
        }
        return Int(~crc) % slots
    }
}
