import ContentSchema

/// The names of contents, each with its number. Names are one where Swift's strings are equal: in any spelling of an
/// accented letter.
struct ContentNames {
    private var index = NameIndex()
    private var beyondASCII: [String] = []

    /// Takes a name.
    ///
    /// - Returns: Its number, and whether it is the first of its kind.
    mutating func insert(_ name: String) -> (number: Int, isNew: Bool) {
        let bytes = Array(name.utf8)
        if bytes.allSatisfy({ $0 < 0x80 }) { return index.insert(bytes) }
        if let known = beyondASCII.first(where: { $0 == name }) { return index.insert(Array(known.utf8)) }
        beyondASCII.append(name)
        return index.insert(bytes)
    }
}
