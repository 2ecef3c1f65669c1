import Glibc
import Testing

@testable import Archives

/// What a run that is killed leaves, and how the next one goes on.
@Suite struct ResumeTests {
    /// Small pieces and a journal that is added to often.
    static func rewriting() -> Rewriting {
        var rewriting = Rewriting()
        rewriting.chunkSize = 4096
        rewriting.options.checkpointBytes = 20_000
        rewriting.options.level = 1
        rewriting.edit = lengthened
        return rewriting
    }

    /// A source of each container, large enough for some checkpoints, and outputs of runs that nothing interrupted.
    static func sources() throws -> (folder: TemporaryFolder, pairs: [(source: String, output: String)]) {
        let folder = TemporaryFolder(inMemory: true)
        let files =
            (1...3).map { number in
                (
                    "message/messages-\(number).jsonl", "message.messages",
                    Array(rows((number * 1000 - 999)...(number * 1000 - 1000 + 100 * number)).utf8)
                )
            } + [("meta/a.jsonl", "meta.x", []), ("meta/b.jsonl", "meta.y", Array("{}\n".utf8))]
        for (path, _, bytes) in files { folder.write("b/" + path, bytes) }
        folder.write("b/manifest.json", manifest(files))
        folder.write("b/notes", "not listed")
        folder.run(
            "cp -r b g && gzip g/message/*; tar -cf b.tar b; tar -czf g.tar.gz g b/notes; cat b/message/* > a.jsonl; gzip -k a.jsonl"
        )
        let pairs = [
            ("a.jsonl", "x.jsonl"), ("a.jsonl.gz", "x.jsonl.gz"), ("b", "x"), ("g", "xg"), ("b.tar", "x.tar"),
            ("b.tar", "xz.tar.gz"), ("g.tar.gz", "xg.tar.gz"),
        ]
        folder.run("mkdir whole")
        for (source, output) in pairs {
            _ = try rewriting().run("\(folder.path)/\(source)", to: "\(folder.path)/whole/\(output)")
        }
        return (folder, pairs)
    }

    static func crash(at moment: WriteMoment) -> Rewriting {
        var rewriting = rewriting()
        rewriting.options.probe = { $0 == moment ? .crash : .none }
        return rewriting
    }

    static func resuming() -> Rewriting {
        var rewriting = rewriting()
        rewriting.options.resumes = true
        return rewriting
    }

    @Test func killedAtAnyMomentAndGoneOn() throws {
        let (folder, pairs) = try Self.sources()
        for (source, output) in pairs {
            let path = "\(folder.path)/\(output)"
            var moments: [WriteMoment] = [
                .begun, .beforeCheckpoint, .afterCheckpoint, .joined, .completed, .named, .ended,
            ]
            moments += [1, 2, 6, 10, 13, 15, 18, 20].map { .appended($0) }
            var reached = 0
            for moment in moments {
                do {
                    _ = try Self.crash(at: moment).run("\(folder.path)/\(source)", to: path)
                    // It has no such moment.
                    folder.run("rm -r \(output)")
                    continue
                } catch is ArchiveWriteError {
                }
                reached += 1
                // Either the whole output or none.
                if access(path, F_OK) == 0 {
                    #expect(moment == .named || moment == .ended)
                    #expect(folder.run("diff -rq \(output) whole/\(output)") == 0, "\(output) at \(moment)")
                } else {
                    #expect(access(path + ".partial", F_OK) == 0 && access(path + ".partial.journal", F_OK) == 0)
                    let error = Self.rewriting().failure("\(folder.path)/\(source)", to: path)
                    guard case .leftovers(let leftovers) = error else {
                        Issue.record("\(output) at \(moment): \(String(describing: error))")
                        continue
                    }
                    #expect(
                        leftovers.partial == (moment == .completed ? .complete : .resumable), "\(output) at \(moment)")
                    #expect(leftovers.description.contains("--resume"))
                    _ = try Self.resuming().run("\(folder.path)/\(source)", to: path)
                    #expect(folder.run("diff -rq \(output) whole/\(output)") == 0, "\(output) at \(moment)")
                }
                folder.run("rm -rf \(output) \(output).partial.journal")
                #expect(folder.run("ls -A | grep -e partial -e spool -e replaced") == 1, "\(output) at \(moment)")
            }
            #expect(reached > 12, "\(output)")
        }
    }

    @Test func whatWasNotDurableMayBeLostOrSpoiled() throws {
        let (folder, pairs) = try Self.sources()
        var random = SystemRandomNumberGenerator()
        for (source, output) in pairs {
            let path = "\(folder.path)/\(output)"
            let open = output.contains("tar") ? "\(output).partial.spool" : "\(output).partial"
            for _ in 0..<6 {
                let moment = WriteMoment.appended(Int.random(in: 8...18, using: &random))
                #expect(throws: ArchiveWriteError.self) {
                    try Self.crash(at: moment).run("\(folder.path)/\(source)", to: path)
                }
                // Junk behind what is noted; a file that isn't noted at all; a journal whose last line was cut.
                let file = folder.output(
                    "find \(open) -type f ! -name journal -printf '%T@ %p\\n' | sort | tail -1 | cut -d' ' -f2-")
                folder.run("head -c 5000 /dev/zero >> '\(file.dropLast())'")
                if source.hasPrefix("b") || source.hasPrefix("g") { folder.run("echo junk > \(open)/9") }
                let journal = folder.read("\(output).partial.journal")
                let header = (journal.firstIndex(of: 10) ?? 0) + 1
                let kept = Int.random(in: header...journal.count, using: &random)
                folder.write("\(output).partial.journal", Array(journal[..<kept]))
                do {
                    _ = try Self.resuming().run("\(folder.path)/\(source)", to: path)
                    #expect(folder.run("diff -rq \(output) whole/\(output)") == 0, "\(output) at \(moment), \(kept)")
                } catch ArchiveWriteError.cannotResume(_, let reason) where reason.contains("isn't as its journal says")
                {
                    // The junk went into a file that is noted as whole.
                }
                folder.run("rm -rf \(output) \(output).partial*")
            }
        }
    }

    @Test func interruptedTwice() throws {
        let (folder, pairs) = try Self.sources()
        for (source, output) in pairs {
            let path = "\(folder.path)/\(output)"
            for moment in [WriteMoment.appended(13), .appended(19), .appended(30)] {
                var rewriting = Self.crash(at: moment)
                rewriting.options.resumes = true
                #expect(throws: ArchiveWriteError.self) { try rewriting.run("\(folder.path)/\(source)", to: path) }
            }
            _ = try Self.resuming().run("\(folder.path)/\(source)", to: path)
            #expect(folder.run("diff -rq \(output) whole/\(output)") == 0, "\(output)")
        }
    }

    @Test func suspendedAndGoneOn() throws {
        let (folder, pairs) = try Self.sources()
        for (source, output) in pairs {
            let path = "\(folder.path)/\(output)"
            var reading = ArchiveReader.Options()
            reading.chunkSize = 4096
            reading.keepsExtraFiles = true
            let reader = try ArchiveReader(opening: "\(folder.path)/\(source)", options: reading)
            var options = Self.rewriting().options
            options.checkpointBytes = 1 << 30
            let writer = try ArchiveWriter(path, from: reader, options: options)
            let encoder = writer.makeEncoder()
            for _ in 0..<20 {
                guard let chunk = try reader.nextChunk() else { break }
                var piece = writer.piece(for: chunk)
                piece.copy(chunk)
                piece.bytes = lengthened(reader.files[chunk.fileIndex], piece.bytes)
                piece.rows = countRows(in: piece.bytes.span).rows
                encoder.encode(&piece)
                try writer.append(piece)
            }
            // Nobody else may write there meanwhile.
            guard case .leftovers(let leftovers) = Self.resuming().failure("\(folder.path)/\(source)", to: path) else {
                Issue.record("two runs write \(output)")
                continue
            }
            #expect(leftovers.partial == .busy)
            writer.suspend()
            #expect(access(path, F_OK) != 0)
            withExtendedLifetime(writer) {}
            // What was appended is noted, though the journal wasn't added to before.
            #expect(folder.output("wc -l < \(output).partial.journal") == "2\n")
        }
        for (source, output) in pairs {
            _ = try Self.resuming().run("\(folder.path)/\(source)", to: "\(folder.path)/\(output)")
            #expect(folder.run("diff -rq \(output) whole/\(output)") == 0, "\(output)")
        }
    }

    @Test func anotherJournalIsRefused() throws {
        let (folder, _) = try Self.sources()
        let path = folder.path + "/x.jsonl.gz"
        let source = folder.path + "/a.jsonl"
        #expect(throws: ArchiveWriteError.self) { try Self.crash(at: .appended(20)).run(source, to: path) }
        func reason(_ change: (inout Rewriting) -> Void, _ line: Int = #line) -> String {
            var rewriting = Self.resuming()
            change(&rewriting)
            guard case .cannotResume(_, let reason) = rewriting.failure(source, to: path, line) else {
                Issue.record("resumed, line \(line)")
                return ""
            }
            return reason
        }
        #expect(reason { $0.options.level = 2 }.contains("level 1"))
        #expect(reason { $0.options.fingerprint = "shop@3" }.contains("shop@3"))
        #expect(reason { $0.chunkSize = 8192 }.contains("4096"))
        folder.run("cp -p a.jsonl saved; touch -d '2020-01-01' a.jsonl")
        #expect(reason { _ in }.contains("changed since"))
        folder.run("echo >> a.jsonl")
        #expect(reason { _ in }.contains("bytes then"))
        folder.run("cp -p saved a.jsonl; cp -p x.jsonl.gz.partial part; truncate -s 100 x.jsonl.gz.partial")
        #expect(reason { _ in }.contains("isn't as its journal says"))
        folder.run("rm x.jsonl.gz.partial; mkdir x.jsonl.gz.partial")
        let folderError = Self.resuming().failure(source, to: path)
        #expect(folderError != nil)
        folder.run(
            "rm -r x.jsonl.gz.partial; cp -p part x.jsonl.gz.partial; cp x.jsonl.gz.partial.journal j; echo x > x.jsonl.gz.partial.journal"
        )
        #expect(reason { _ in }.contains("can't be read"))
        folder.run("rm x.jsonl.gz.partial.journal")
        #expect(reason { _ in }.contains("no journal"))
        guard case .leftovers(let leftovers) = Self.rewriting().failure(source, to: path) else {
            Issue.record("not noticed")
            return
        }
        #expect(leftovers.partial == .unusable && !leftovers.description.contains("--resume"))
        // None of these refusals changed what can be gone on from.
        folder.run("cp j x.jsonl.gz.partial.journal")
        _ = try Self.resuming().run(source, to: path)
        #expect(folder.run("cmp x.jsonl.gz whole/x.jsonl.gz") == 0)
    }

    @Test func nothingToResumeBeginsAnew() throws {
        let (folder, pairs) = try Self.sources()
        for (source, output) in pairs {
            // A journal without anything to it is of no use, and of no harm.
            folder.write("\(output).partial.journal", "left over")
            _ = try Self.resuming().run("\(folder.path)/\(source)", to: "\(folder.path)/\(output)")
            #expect(folder.run("diff -rq \(output) whole/\(output)") == 0, "\(output)")
        }
        #expect(folder.run("ls | grep partial") == 1)
    }

    @Test func aFolderThatIsReplacedIsThereAtEveryMoment() throws {
        let (folder, _) = try Self.sources()
        folder.run("cp -r b old; echo old > old/old")
        for moment in [WriteMoment.completed, .movedAside, .named, .removedReplaced, .ended] {
            folder.run("rm -rf x x.*; cp -r old x")
            var rewriting = Self.crash(at: moment)
            rewriting.options.overwrites = true
            #expect(throws: ArchiveWriteError.self) { try rewriting.run(folder.path + "/b", to: folder.path + "/x") }
            let (isOld, isNew) = (folder.run("diff -rq x old") == 0, folder.run("diff -rq x whole/x") == 0)
            var next = Self.rewriting()
            next.options.overwrites = true
            switch moment {
            case .completed:
                #expect(isOld && folder.run("diff -rq x.partial whole/x") == 0)
            case .movedAside:
                // Two complete copies, and the next run says so.
                #expect(!isOld && !isNew)
                #expect(folder.run("diff -rq x.replaced old && diff -rq x.partial whole/x") == 0)
                let words = next.failure(folder.path + "/b", to: folder.path + "/x")?.description ?? ""
                #expect(words.contains("x.replaced is the old archive and") && words.contains("--resume"), "\(words)")
            case .named:
                #expect(isNew && folder.run("diff -rq x.replaced old") == 0)
                let words = next.failure(folder.path + "/b", to: folder.path + "/x")?.description ?? ""
                #expect(words.contains("x is the new archive"), "\(words)")
                folder.run("rm -r x.replaced")
            default:
                #expect(isNew)
            }
            next.options.resumes = true
            _ = try next.run(folder.path + "/b", to: folder.path + "/x")
            #expect(folder.run("diff -rq x whole/x") == 0, "\(moment)")
            #expect(folder.run("ls | grep -e partial -e replaced") == 1, "\(moment)")
        }
    }

    @Test func aTemporaryFolderOfOnesOwn() throws {
        let (folder, _) = try Self.sources()
        folder.run("mkdir tmp")
        var rewriting = Self.crash(at: .appended(20))
        rewriting.options.temporaryFolder = folder.path + "/tmp"
        #expect(throws: ArchiveWriteError.self) {
            try rewriting.run(folder.path + "/b.tar", to: folder.path + "/x.tar")
        }
        #expect(folder.output("ls tmp").hasPrefix("msgreplay-") && folder.run("test -e x.tar.partial.spool") == 1)
        var resuming = Self.resuming()
        resuming.options.temporaryFolder = folder.path + "/tmp"
        _ = try resuming.run(folder.path + "/b.tar", to: folder.path + "/x.tar")
        #expect(folder.run("cmp x.tar whole/x.tar && test -z \"$(ls tmp)\"") == 0)
        resuming.options.temporaryFolder = folder.path + "/absent"
        guard case .unusablePath = resuming.failure(folder.path + "/b.tar", to: folder.path + "/y.tar") else {
            Issue.record("spooled into nothing")
            return
        }
        // A temporary folder that was emptied.
        rewriting.options.resumes = false
        #expect(throws: ArchiveWriteError.self) {
            try rewriting.run(folder.path + "/b.tar", to: folder.path + "/y.tar")
        }
        folder.run("rm -r tmp/*")
        resuming.options.temporaryFolder = folder.path + "/tmp"
        guard case .cannotResume = resuming.failure(folder.path + "/b.tar", to: folder.path + "/y.tar") else {
            Issue.record("resumed from nothing")
            return
        }
    }
}
