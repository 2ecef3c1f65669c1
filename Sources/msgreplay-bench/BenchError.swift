import Glibc

/// What ends a benchmark.
enum BenchError: Error, CustomStringConvertible {
    /// The call is wrong, and what to do.
    case usage(String)
    /// The system refused something, with its `errno`.
    case system(String, Int32)
    /// A program that is needed failed, or an input isn't what it has to be.
    case failed(String)

    var description: String {
        switch self {
        case .usage(let message): "\(message)\nTry `msgreplay-bench --help`."
        case .system(let what, let code): "\(what): \(strerror(code).map { String(cString: $0) } ?? "error \(code)")"
        case .failed(let message): message
        }
    }

    /// 2 where the call is wrong, as the program that is measured has it, 1 for all else.
    var status: Int32 { if case .usage = self { 2 } else { 1 } }
}
