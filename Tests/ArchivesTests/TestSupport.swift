import Glibc
import Testing

@testable import Archives

/// A folder that is removed when it goes.
final class TemporaryFolder {
    let path: String

    /// - Parameter inMemory: Whether it may be where flushing takes no time.
    init(inMemory: Bool = false) {
        let parent = inMemory && access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp"
        var template = Array("\(parent)/archives-tests-XXXXXX".utf8CString)
        path = template.withUnsafeMutableBufferPointer { buffer in
            guard let base = buffer.baseAddress, let made = mkdtemp(base) else { return "" }
            return String(cString: made)
        }
        precondition(!path.isEmpty, "no temporary folder")
    }

    deinit {
        _ = shell("rm -rf '\(path)'")
    }

    /// Writes a file, its folders too, and returns its path.
    @discardableResult
    func write(_ name: String, _ bytes: [UInt8]) -> String {
        let whole = path + "/" + name
        var at = path
        for part in name.split(separator: "/").dropLast() {
            at += "/" + part
            mkdir(at, 0o755)
        }
        // A new file each time: ext4 flushes one that is cut to nothing and written again, which takes long.
        unlink(whole)
        let descriptor = open(whole, O_WRONLY | O_CREAT | O_EXCL, 0o644)
        precondition(descriptor >= 0, "can't write \(whole)")
        bytes.withUnsafeBytes { buffer in
            var rest = buffer[...]
            while !rest.isEmpty {
                let part = UnsafeRawBufferPointer(rebasing: rest)
                let count = Glibc.write(descriptor, part.baseAddress, part.count)
                precondition(count > 0)
                rest = rest.dropFirst(count)
            }
        }
        close(descriptor)
        return whole
    }

    @discardableResult
    func write(_ name: String, _ text: String) -> String { write(name, Array(text.utf8)) }

    func read(_ name: String) -> [UInt8] { readFile(path + "/" + name) }

    /// Runs a command in the folder.
    @discardableResult
    func run(_ command: String) -> Int32 { shell("cd '\(path)' && \(command)") }
}

func readFile(_ path: String) -> [UInt8] {
    let descriptor = open(path, O_RDONLY)
    guard descriptor >= 0 else { return [] }
    defer { close(descriptor) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
        let count = Glibc.read(descriptor, &buffer, buffer.count)
        if count <= 0 { return bytes }
        bytes += buffer[..<count]
    }
}

/// Runs a command with the shell and returns its status.
@discardableResult
func shell(_ command: String) -> Int32 {
    var child: pid_t = 0
    var arguments: [UnsafeMutablePointer<CChar>?] = ["sh", "-c", command].map { (text: String) in strdup(text) }
    arguments.append(nil)
    defer { arguments.forEach { free($0) } }
    guard posix_spawn(&child, "/bin/sh", nil, nil, &arguments, environ) == 0 else { return -1 }
    var status: Int32 = 0
    while waitpid(child, &status, 0) < 0, errno == EINTR {}
    return (status >> 8) & 0xff
}

/// Whether a program is installed.
func has(_ program: String) -> Bool { shell("command -v \(program) >/dev/null") == 0 }

/// What reading an archive gave.
struct Outcome: Equatable {
    var files: [String: [UInt8]] = [:]
    var order: [String] = []
    var rows: [String: Int] = [:]
    var whole: [String: Bool] = [:]
    var damages: [ArchiveDamage] = []
    var extraFiles: [String] = []
    var error: ArchiveError?
    var form: ArchiveForm?
    var container: ArchiveContainer?
    var compression: ArchiveCompression?
    var gzip: GzipFacts?
    var chunks = 0

    var text: [String: String] { files.mapValues { String(decoding: $0, as: UTF8.self) } }
    var single: String { files.first.map { String(decoding: $0.value, as: UTF8.self) } ?? "" }

    /// Whether anything was said to be wrong.
    var isDamaged: Bool { error != nil || !damages.isEmpty }
}

/// Reads a whole archive, checking what must hold of its chunks, and compares row counts as the pipeline does.
func readAll(_ path: String, options: ArchiveReader.Options = ArchiveReader.Options()) -> Outcome {
    var outcome = Outcome()
    do throws(ArchiveError) {
        let reader = try ArchiveReader(opening: path, options: options)
        outcome.form = reader.form
        outcome.container = reader.container
        outcome.compression = reader.compression
        var sequence = 0
        var open: Int?
        while let chunk = try reader.nextChunk() {
            let file = reader.files[chunk.fileIndex]
            check(chunk.sequence == sequence)
            check(chunk.isFirst == (open == nil))
            check(open == nil || open == chunk.fileIndex)
            sequence += 1
            if chunk.isFirst { outcome.order.append(file.path) }
            open = chunk.isLast ? nil : chunk.fileIndex
            let before = outcome.files[file.path, default: []].count
            check(chunk.startOffset == UInt64(before))
            chunk.withBytes { bytes in
                if !bytes.isEmpty, !chunk.isLast { check(bytes[bytes.count - 1] == 10) }
                outcome.rows[file.path, default: 0] += countRows(in: bytes).rows
                bytes.withUnsafeBufferPointer { outcome.files[file.path, default: []] += $0 }
            }
            if chunk.isLast {
                outcome.whole[file.path] = chunk.isWhole
                if chunk.isWhole, let expected = file.expectedRows, expected != outcome.rows[file.path] {
                    outcome.damages.append(ArchiveDamage(file: file.path, message: "rows"))
                }
            }
            reader.recycle(chunk)
        }
        check(open == nil)
        let after = try reader.nextChunk()
        check(after == nil)
        outcome.chunks = sequence
        outcome.damages += reader.damages
        outcome.extraFiles = reader.extraFiles
        outcome.gzip = reader.gzip
    } catch {
        outcome.error = error
    }
    return outcome
}

/// Like `#expect`, which is too slow to be called a hundred thousand times.
func check(_ condition: Bool, _ line: Int = #line) {
    if !condition { Issue.record("what must hold of chunks doesn't, line \(line)") }
}

/// A row of a messages file.
func row(_ sequence: Int, _ payload: String = "eyJ0eXBlIjoxLCJjb250ZW50IjoiaGkifQ==") -> String {
    "{\"channel_key\":\"2:g1\",\"message_seq\":\(sequence),\"message_id\":\(1 << 60 + sequence),\"client_msg_no\":\"c\(sequence)\","
        + "\"from_uid\":\"u1\",\"server_timestamp_ms\":1609459200000,\"payload_b64\":\"\(payload)\"}\n"
}

func rows(_ range: ClosedRange<Int>) -> String { range.map { row($0) }.joined() }

func sha256(_ bytes: [UInt8]) -> String { Checksum(of: bytes.span).description }

/// The folder of common texts and tools beside the package, if it is there.
let sharedFolder: String? = {
    let package = #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(3).joined(separator: "/")
    let path = package + "/../shared"
    return access(path + "/tools/make_archive.py", R_OK) == 0 ? path : nil
}()

/// The text of a manifest for these files.
func manifest(_ files: [(path: String, kind: String, bytes: [UInt8])]) -> String {
    let entries = files.map { file in
        let count = countRows(in: file.bytes.span).rows
        return
            "{\"path\":\"\(file.path)\",\"kind\":\"\(file.kind)\",\"rows\":\(count),\"sha256\":\"\(sha256(file.bytes))\"}"
    }
    return
        "{\"format\":\"wkdb-import-bundle\",\"version\":1,\"hash_slot_count\":256,\"files\":[\(entries.joined(separator: ","))]}\n"
}
