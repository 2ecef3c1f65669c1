extension LocalizedTemplate {
    /// The template for a language: that of the tag itself, then of the tag with its last parts taken off (RFC 4647,
    /// section 3.4) down to the base language, then English, then the first. Upper and lower case are alike.
    func template(for language: String) -> DigestTemplate {
        var parts = language.lowercased().split { $0 == "-" || $0 == "_" }
        while !parts.isEmpty {
            if let found = template(exactly: parts.joined(separator: "-")) { return found }
            parts.removeLast()
        }
        return template(exactly: "en") ?? templates.first?.template ?? DigestTemplate(parts: [])
    }

    private func template(exactly language: String) -> DigestTemplate? {
        templates.first { $0.language.lowercased() == language }?.template
    }
}
