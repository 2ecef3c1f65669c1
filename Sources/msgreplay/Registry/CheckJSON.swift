import JSONText
import Registries

/// `registry check --format json`.
enum CheckJSON {
    static func render(_ check: RegistryCheck) -> [UInt8] {
        var writer = JSONWriter(pretty: true)
        writer.beginObject()
        writer.name("format")
        writer.string("msgreplay-registry-check")
        writer.name("version")
        writer.integer(1)
        writer.name("registry")
        writer.beginObject()
        writer.name("name")
        if let name = check.name { writer.string(name) } else { writer.null() }
        writer.name("versions")
        writer.beginArray()
        for version in check.versions { writer.integer(version) }
        writer.endArray()
        writer.endObject()
        let errors = check.problems.count { $0.level == .error }
        writer.name("errors")
        writer.integer(errors)
        writer.name("warnings")
        writer.integer(check.problems.count - errors)
        writer.name("problems")
        writer.beginArray()
        for problem in check.problems { write(problem, to: &writer) }
        writer.endArray()
        writer.endObject()
        return writer.bytes + [0x0A]
    }

    private static func write(_ problem: RegistryProblem, to writer: inout JSONWriter) {
        writer.beginObject()
        writer.name("code")
        writer.string(problem.code)
        writer.name("level")
        writer.string(problem.level.rawValue)
        writer.name("file")
        writer.string(problem.file)
        writer.name("line")
        if let place = problem.place { writer.integer(place.line) } else { writer.null() }
        writer.name("column")
        if let place = problem.place { writer.integer(place.column) } else { writer.null() }
        writer.name("pointer")
        writer.string(problem.pointer)
        writer.name("message")
        writer.string(problem.message)
        writer.endObject()
    }
}
