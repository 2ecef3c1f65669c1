import Glibc
import JSONText
import Testing

@testable import Registries

/// A folder of registry files that goes away with its owner.
final class SeriesFolder {
    let path: String

    /// - Parameter files: The files' texts by name.
    init(_ files: [(name: String, text: String)]) throws {
        var template = Array("/tmp/msgreplay-registries-XXXXXX".utf8CString)
        let made = mkdtemp(&template)
        path = String(cString: try #require(made))
        for (name, text) in files {
            let descriptor = open("\(path)/\(name)", O_WRONLY | O_CREAT | O_TRUNC, 0o600)
            try #require(descriptor >= 0)
            defer { close(descriptor) }
            let bytes = Array(text.utf8)
            #expect(write(descriptor, bytes, bytes.count) == bytes.count)
        }
    }

    deinit {
        if let folder = opendir(path) {
            while let entry = readdir(folder) {
                let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                    // In bounds: readdir ends each name with a NUL within d_name.
                    pointer.withMemoryRebound(to: CChar.self, capacity: Int(NAME_MAX) + 1) { String(cString: $0) }
                }
                if name != "." && name != ".." { unlink("\(path)/\(name)") }
            }
            closedir(folder)
        }
        rmdir(path)
    }
}

extension RegistrySeries {
    /// Loads a series from the texts of v1.json, v2.json and so on.
    init(texts: String...) throws {
        try self.init(texts: texts)
    }

    /// Loads a series from the texts of v1.json, v2.json and so on.
    init(texts: [String]) throws {
        let folder = try SeriesFolder(texts.enumerated().map { ("v\($0.offset + 1).json", $0.element) })
        try self.init(contentsOf: folder.path)
    }
}

/// Writes registry files for tests.
enum Sample {
    /// A registry file.
    ///
    /// - Parameters:
    ///   - members: Members beside `registry`, `version` and `contents`.
    ///   - contents: The definitions.
    static func file(_ version: Int = 1, _ members: String = "", contents: String...) -> String {
        let rest = members.isEmpty ? "" : ", \(members)"
        return
            #"{"registry": "shop", "version": \#(version)\#(rest), "contents": [\#(contents.joined(separator: ", "))]}"#
    }

    /// A definition of type 7 with the name `order`.
    ///
    /// - Parameters:
    ///   - schema: The members of the schema.
    ///   - members: Members beside `type`, `name` and `schema`.
    static func order(_ schema: String = "", _ members: String = "") -> String {
        let rest = members.isEmpty ? "" : ", \(members)"
        return #"{"type": 7, "name": "order", "schema": {\#(schema)}\#(rest)}"#
    }

    /// A definition of type 7 with properties.
    static func order(properties: String, _ members: String = "") -> String {
        order(#""type": "object", "properties": {\#(properties)}"#, members)
    }
}

/// What a decoder says of one payload.
struct Decoded: Equatable {
    var outcome: Outcome
    /// Codes with their pointers, in the order of the payload.
    var findings: [String]
    var writtenAt: Int
    /// Pointers of the defaults that the payload lacks.
    var defaulted: [String]

    /// Decodes a payload's JSON text.
    init(_ payload: String, with registry: ContentRegistry) throws {
        var decoder = PayloadDecoder(registry)
        self = try Decoded(payload, with: &decoder)
    }

    /// Decodes a payload's JSON text.
    init(_ payload: String, with decoder: inout PayloadDecoder) throws {
        let document = try JSONDocument(Array(payload.utf8))
        let bytes = document.bytes
        let verdict = decoder.decode(0, on: document.tape, in: bytes.span)
        outcome = verdict.outcome
        writtenAt = verdict.writtenAt
        findings = verdict.code.map { [$0.rawValue] } ?? []
        defaulted = []
        if verdict.invalidVersionNode >= 0 {
            findings.append(
                "version-invalid \(document.tape.pointer(to: verdict.invalidVersionNode, in: bytes.span))")
        }
        if verdict.definition >= 0 {
            let plan = decoder.registry.definition(at: verdict.definition).plan
            findings += plan.findings(decoder.schema, document.tape, bytes.span).map {
                "\($0.code.rawValue) \($0.pointer)"
            }
            defaulted = decoder.schema.missingDefaults.map {
                plan.generalPointer(of: $0, decoder.schema, document.tape, bytes.span)
            }
        }
    }
}

/// A series with one mistake, or several: each `‣` stands before the place of one.
struct Mistake: CustomTestStringConvertible {
    let what: String
    let files: [(name: String, text: String)]
    let code: String
    /// A piece of the message.
    let says: String
    let pointer: String
    var level = RegistryProblem.Level.error

    /// A mistake in a series of files.
    init(
        _ what: String, _ texts: [String], _ code: String = "registry-invalid", says: String, at pointer: String,
        level: RegistryProblem.Level = .error
    ) {
        self.init(
            what, files: texts.enumerated().map { ("v\($0.offset + 1).json", $0.element) }, code, says: says,
            at: pointer, level: level)
    }

    /// A mistake in a file that is alone.
    init(
        _ what: String, _ text: String, _ code: String = "registry-invalid", says: String, at pointer: String,
        level: RegistryProblem.Level = .error
    ) {
        self.init(what, [text], code, says: says, at: pointer, level: level)
    }

    /// A mistake in files with names of their own.
    init(
        _ what: String, files: [(name: String, text: String)], _ code: String = "registry-invalid", says: String,
        at pointer: String, level: RegistryProblem.Level = .error
    ) {
        self.what = what
        self.files = files
        self.code = code
        self.says = says
        self.pointer = pointer
        self.level = level
    }

    var testDescription: String { what }

    /// Loads the series, and expects this problem in the marked place and no other.
    func expect() throws {
        var marked: [(file: String, place: JSONPlace)] = []
        var plain: [(name: String, text: String)] = []
        for (name, text) in files {
            var line = 1
            var column = 1
            var kept = ""
            for scalar in text.unicodeScalars {
                if scalar == "‣" {
                    marked.append((name, JSONPlace(line: line, column: column)))
                    continue
                }
                kept.unicodeScalars.append(scalar)
                line += scalar == "\n" ? 1 : 0
                column = scalar == "\n" ? 1 : column + 1
            }
            plain.append((name, kept))
        }
        let folder = try SeriesFolder(plain)
        let problems = Self.problems(at: folder.path)
        let found = problems.map { problem in
            let file = problem.file.split(separator: "/").last.map(String.init) ?? ""
            return "\(file):\(problem.place?.line ?? 0):\(problem.place?.column ?? 0)"
        }
        #expect(found == marked.map { "\($0.file):\($0.place.line):\($0.place.column)" }, "\(problems)")
        guard let first = problems.first else { return }
        #expect(first.code == code)
        #expect(first.message.contains(says), "\(first.message)")
        #expect(first.pointer == pointer)
        #expect(first.level == level)
    }

    static func problems(at path: String) -> [RegistryProblem] {
        do {
            return try RegistrySeries(contentsOf: path).warnings
        } catch {
            return error.problems
        }
    }
}

/// The shop's registry beside the package.
enum Shop {
    /// Its folder; nil, and said so, where it is missing.
    static let path: String? = {
        let parts = #filePath.split(separator: "/").dropLast(4)
        let path = "/" + parts.joined(separator: "/") + "/shared/shop-registry"
        if access(path, R_OK) == 0 { return path }
        print("skipped: there is no \(path)")
        return nil
    }()
}
