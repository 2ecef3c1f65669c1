import Glibc

/// The time zones of the system's database (tzdata), as the C library knows them.
enum TimeZones {
    /// Where the database is.
    private static var folder: String { Terminal.environment("TZDIR") ?? "/usr/share/zoneinfo" }
    /// After so many files the database isn't listed further.
    private static let mostNames = 10_000

    /// Makes a zone the one that the C library's local times are in, for all of the process.
    ///
    /// The C library takes UTC for a name that it doesn't know, so the name is looked up first.
    static func use(_ name: String) throws(CommandError) {
        guard name != "UTC" else {
            setenv("TZ", "UTC0", 1)
            tzset()
            return
        }
        guard isZone(name) else {
            let known = names()
            guard !known.isEmpty else {
                throw .badInput(
                    message: "no time zones are in \(folder); install tzdata, or leave out --tz for UTC")
            }
            var message = "there is no time zone '\(name)'; zones are named as Europe/Berlin is"
            if let near = nearest(to: name, among: known) { message += "; did you mean \(near)?" }
            throw .usage(message: message, command: .replay)
        }
        setenv("TZ", ":" + name, 1)
        tzset()
    }

    /// Whether a name is a path in the database, of a file that holds a zone.
    private static func isZone(_ name: String) -> Bool {
        let parts = name.split(separator: "/", omittingEmptySubsequences: false)
        guard !parts.contains(where: { $0.isEmpty || $0 == "." || $0 == ".." }), !name.utf8.contains(0) else {
            return false
        }
        let file = open("\(folder)/\(name)", O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard file >= 0 else { return false }
        defer { close(file) }
        var magic = [UInt8](repeating: 0, count: 4)
        // RFC 9636: such files begin with these four letters.
        return read(file, &magic, 4) == 4 && magic.elementsEqual("TZif".utf8)
    }

    /// The names in the database.
    private static func names() -> [String] {
        var names: [String] = []
        var folders = [""]
        while let inside = folders.popLast(), names.count < mostNames {
            guard let listing = opendir("\(folder)/\(inside)") else { continue }
            defer { closedir(listing) }
            while let entry = readdir(listing) {
                // The C library ends the name with a zero.
                let name = withUnsafePointer(to: &entry.pointee.d_name) {
                    $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
                }
                guard name.utf8.first.map({ $0 >= UInt8(ascii: "A") && $0 <= UInt8(ascii: "Z") }) == true else {
                    continue
                }
                let path = inside.isEmpty ? name : "\(inside)/\(name)"
                var status = stat()
                guard stat("\(folder)/\(path)", &status) == 0 else { continue }
                if status.st_mode & S_IFMT == S_IFDIR { folders.append(path) } else { names.append(path) }
            }
        }
        return names.sorted()
    }

    /// The zone that was meant: people leave out the continent, or write it small.
    private static func nearest(to name: String, among known: [String]) -> String? {
        let lowered = name.lowercased().replacing(" ", with: "_")
        if let same = known.first(where: { $0.lowercased() == lowered || $0.lowercased().hasSuffix("/" + lowered) }) {
            return same
        }
        if let near = Suggestion.nearest(to: lowered, among: known) { return near }
        let cities = known.map { String($0.split(separator: "/").last ?? "") }
        guard let city = Suggestion.nearest(to: lowered, among: cities) else { return nil }
        return known.first { $0.hasSuffix("/" + city) || $0 == city }
    }
}

/// Turns times into local ones. Each thread has its own copy.
struct LocalClock: Sendable {
    /// Universal time.
    static let utc = LocalClock(isLocal: false)
    /// The time of the zone that `TimeZones.use` set.
    static let zone = LocalClock(isLocal: true)

    private let isLocal: Bool
    /// A quarter of an hour in which the offset doesn't change, by its number, and that offset.
    private var quarter: (number: Int64, offset: Int64)?

    private static let quarterLength: Int64 = 900_000

    private init(isLocal: Bool) { self.isLocal = isLocal }

    /// How far a zone is ahead of UTC at a time, in milliseconds.
    ///
    /// - Parameter time: In milliseconds since 1970 UTC, not negative.
    mutating func offset(at time: Int64) -> Int64 {
        guard isLocal else { return 0 }
        let number = time / Self.quarterLength
        if let quarter, quarter.number == number { return quarter.offset }
        let start = Self.systemOffset(number * Self.quarterLength)
        let isSteady = start == Self.systemOffset((number + 1) * Self.quarterLength - 1)
        guard isSteady else { return Self.systemOffset(time) }
        quarter = (number, start)
        return start
    }

    private static func systemOffset(_ time: Int64) -> Int64 {
        var seconds = time_t(time / 1000)
        var fields = tm()
        guard localtime_r(&seconds, &fields) != nil else { return 0 }
        return Int64(fields.tm_gmtoff) * 1000
    }

    /// An offset as `UTC`, `UTC+08:00`, or with seconds where it has any.
    static func name(of offset: Int64) -> String {
        guard offset != 0 else { return "UTC" }
        func two(_ number: Int64) -> String { number < 10 ? "0\(number)" : "\(number)" }
        let seconds = offset.magnitude / 1000
        let whole = Int64(seconds)
        let rest = whole % 60 == 0 ? "" : ":\(two(whole % 60))"
        return "UTC\(offset < 0 ? "-" : "+")\(two(whole / 3600)):\(two(whole / 60 % 60))\(rest)"
    }
}
