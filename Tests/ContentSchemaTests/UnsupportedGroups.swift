enum UnsupportedGroups {
    static let table: [String: String] = [:]
}
