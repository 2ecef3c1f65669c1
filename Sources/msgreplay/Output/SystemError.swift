import Glibc

/// The system's errors in words.
enum SystemError {
    /// `what: why`, followed by what to do where there is something to do.
    ///
    /// - Parameter isInput: Whether something was to be read: then no directory has to be made, nor anything moved.
    static func text(_ what: String, _ code: Int32, isInput: Bool = false) -> String {
        let reason = strerror(code).map { String(cString: $0) } ?? "error \(code)"
        let advice: String
        switch code {
        case ENOENT where isInput: advice = "; check the path"
        case EACCES where isInput, EPERM where isInput: advice = "; change its permissions"
        case ENOSPC, EDQUOT: advice = "; make room or write somewhere else"
        case EACCES, EPERM, EROFS: advice = "; write somewhere else or change its permissions"
        case ENOENT: advice = "; make the directory first"
        case EFBIG: advice = "; the file may not grow that large here"
        default: advice = ""
        }
        return "\(what): \(reason)\(advice)"
    }
}
