import Glibc
import Testing

@testable import Archives

/// A disk that is full is an error of its own, which says how much room is needed, and nothing is left behind.
@Suite struct FullDiskTests {
    /// A file system of a given size that goes when it goes.
    final class SmallDisk {
        let path: String

        init?(_ folder: TemporaryFolder, kilobytes: Int) {
            path = folder.path + "/disk"
            guard folder.run("mkdir disk && mount -t tmpfs -o size=\(kilobytes)k none disk 2>/dev/null") == 0 else {
                return nil
            }
        }

        deinit { _ = shell("umount '\(path)' && rmdir '\(path)'") }
    }

    static let canMount: Bool = {
        let folder = TemporaryFolder()
        return SmallDisk(folder, kilobytes: 64) != nil
    }()

    /// Bytes that hardly compress, as rows.
    static func noise(_ count: Int) -> [UInt8] {
        var state: UInt64 = 88_172_645_463_325_252
        return Array(
            (1...count).map { number in
                let payload = (0..<80).map { _ -> Character in
                    state ^= state << 13
                    state ^= state >> 7
                    state ^= state << 17
                    return Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")[Int(state % 64)]
                }
                return row(number, String(payload))
            }.joined().utf8)
    }

    static func sources(_ folder: TemporaryFolder) {
        folder.run("mkdir big")
        let bytes = noise(5000)
        let file = (path: WritingTests.messages, kind: "message.messages", bytes: bytes)
        folder.write("b/" + file.path, bytes)
        folder.write("b/manifest.json", manifest([file]))
        folder.write("a.jsonl", bytes)
        folder.run("gzip -k a.jsonl; tar -czf b.tar.gz b; tar -cf b.tar b")
    }

    static let pairs = [
        ("a.jsonl", "x.jsonl"), ("a.jsonl.gz", "x.jsonl"), ("a.jsonl.gz", "x.jsonl.gz"), ("b", "x"), ("b.tar", "x.tar"),
        ("b.tar.gz", "x.tar.gz"), ("b.tar.gz", "x.tar"),
    ]

    @Test(.enabled(if: canMount, "needs the right to mount a tmpfs")) func aDiskThatBecomesFull() throws {
        let folder = TemporaryFolder()
        Self.sources(folder)
        for kilobytes in [16, 200, 300] {
            let disk = try #require(SmallDisk(folder, kilobytes: kilobytes))
            defer { withExtendedLifetime(disk) {} }
            for (source, output) in Self.pairs {
                var rewriting = Rewriting()
                rewriting.chunkSize = 16_384
                rewriting.options.checkpointBytes = 50_000
                let error = rewriting.failure("\(folder.path)/\(source)", to: "\(disk.path)/\(output)")
                guard case .noRoom(_, let needed, let written, let free) = error else {
                    Issue.record("\(source) to \(output) on \(kilobytes) kB: \(String(describing: error))")
                    continue
                }
                #expect(error?.isAboutTheCall == false)
                #expect(error?.description.contains("are needed") == true)
                #expect(needed > UInt64(kilobytes) * 1024 - 8192, "\(source) to \(output): \(needed)")
                #expect(needed < 5_000_000 && written <= needed && free <= UInt64(kilobytes) * 1024)
                #expect(folder.run("test -z \"$(ls -A disk)\"") == 0, "\(source) to \(output)")
            }
        }
    }

    @Test(.enabled(if: canMount, "needs the right to mount a tmpfs")) func aTemporaryFolderThatBecomesFull() throws {
        let folder = TemporaryFolder()
        Self.sources(folder)
        let disk = try #require(SmallDisk(folder, kilobytes: 300))
        var rewriting = Rewriting()
        rewriting.options.temporaryFolder = disk.path
        guard
            case .noRoom(let said, _, _, _) = rewriting.failure(
                folder.path + "/b.tar.gz", to: folder.path + "/x.tar.gz")
        else {
            Issue.record("there was room")
            return
        }
        #expect(said.hasPrefix(disk.path))
        #expect(folder.run("test -z \"$(ls -A disk)\" && test ! -e x.tar.gz.partial") == 0)
    }

    @Test func aDiskThatIsFullBeforeAnythingIsWritten() throws {
        let folder = TemporaryFolder()
        Self.sources(folder)
        for (source, output) in Self.pairs {
            var rewriting = Rewriting()
            rewriting.options.probe = { _ in .failure(ENOSPC) }
            let error = rewriting.failure("\(folder.path)/\(source)", to: "\(folder.path)/\(output)")
            guard case .noRoom(_, let needed, 0, _) = error else {
                Issue.record("\(source) to \(output): \(String(describing: error))")
                continue
            }
            #expect(needed > 100_000, "\(source) to \(output)")
        }
        // Nobody can tell how much a pipe will bring.
        let unknown = ArchiveWriteError.noRoom(folder: "there", needed: 0, written: 0, free: 0).description
        #expect(unknown.contains("there: more is needed and 0 bytes are free"))
    }

    @Test func theEstimateOfRoom() {
        let folder = TemporaryFolder()
        Self.sources(folder)
        let before = folder.output("find . | sort")
        for (source, output) in Self.pairs {
            for moment in [WriteMoment.appended(20), .joined] where moment != .joined || source.hasPrefix("b.tar") {
                var rewriting = Rewriting()
                rewriting.chunkSize = 16_384
                rewriting.options.probe = { $0 == moment ? .failure(ENOSPC) : .none }
                let error = rewriting.failure("\(folder.path)/\(source)", to: "\(folder.path)/\(output)")
                guard case .noRoom(_, let needed, _, _) = error else {
                    Issue.record("\(source) to \(output): \(String(describing: error))")
                    continue
                }
                let size = folder.output("stat -c %s \(output.contains("gz") ? "a.jsonl.gz" : "a.jsonl")")
                // Of a compressed source as small as this one much is read at once, so that the guess is low.
                let expected = (Double(size.dropLast()) ?? 0) * (output.contains("tar") ? 2 : 1)
                #expect(
                    Double(needed) > 0.2 * expected && Double(needed) < 2 * expected, "\(source) \(output) \(needed)")
            }
        }
        #expect(folder.output("find . | sort") == before)
    }
}
