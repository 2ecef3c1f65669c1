/// The text of `$ref`.
public enum ReferenceText {
    /// What stands behind the `#` of a reference into its own file, with `%` escapes undone (RFC 3986).
    ///
    /// - Returns: Nil where the reference leads out of the file or has a `%` that begins no escape.
    public static func fragment(of reference: String) -> String? {
        if reference.isEmpty { return "" }
        guard reference.utf8.first == UInt8(ascii: "#") else { return nil }
        return SchemaReader.percentDecoded(reference.dropFirst())
    }
}
