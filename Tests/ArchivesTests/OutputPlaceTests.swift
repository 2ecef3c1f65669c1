import Glibc
import Testing

@testable import Archives

/// Where an archive may be written, and what is refused before anything is.
@Suite struct OutputPlaceTests {
    /// A folder with a source of each container.
    static func sources() -> TemporaryFolder {
        let folder = TemporaryFolder()
        FolderBundleTests.make(folder)
        folder.run("tar -czf b.tar.gz b")
        folder.write("a.jsonl", rows(1...10))
        return folder
    }

    @Test func aNameThatImpliesAnotherContainerIsRefused() {
        let folder = Self.sources()
        let before = folder.names
        for (source, outputs) in [
            ("b", ["x.tar", "x.tar.gz", "x.TGZ", "x.jsonl", "x.jsonl.gz", "x.gz", "x.zip", "x.jsonl/"]),
            ("b.tar.gz", ["x.jsonl", "x.jsonl.gz", "x.gz", "x.zip"]),
            ("a.jsonl", ["x.tar", "x.tar.gz", "x.tgz", "x.zip", "x.Zip"]),
        ] {
            for output in outputs {
                let error = Rewriting().failure("\(folder.path)/\(source)", to: "\(folder.path)/\(output)")
                guard case .otherContainer = error else {
                    Issue.record("\(source) to \(output): \(String(describing: error))")
                    continue
                }
                #expect(error?.isAboutTheCall == true && error?.description.contains("another container") == true)
            }
        }
        for source in ["b", "b.tar.gz"] {
            guard case .unusablePath = Rewriting().failure("\(folder.path)/\(source)", to: "-") else {
                Issue.record("\(source) to standard output")
                continue
            }
        }
        #expect(folder.names == before)
    }

    @Test func pathsThatCanNotBeOutputs() {
        let folder = Self.sources()
        folder.run(
            "mkfifo pipe; ln -s a.jsonl link; ln -s nowhere dangling; mkdir full empty; echo x > full/x; echo y > file")
        let before = folder.names
        var overwriting = Rewriting()
        overwriting.options.overwrites = true
        for (source, output) in [
            ("a.jsonl", ""), ("a.jsonl", "/"), ("a.jsonl", "\(folder.path)/."), ("a.jsonl", "\(folder.path)/.."),
            ("a.jsonl", "\(folder.path)/absent/x.jsonl"), ("a.jsonl", "\(folder.path)/x/"),
            ("a.jsonl", "\(folder.path)/file/x"), ("a.jsonl", "\(folder.path)/pipe"),
            ("a.jsonl", "\(folder.path)/dangling"), ("a.jsonl", "\(folder.path)/empty"), ("b", "\(folder.path)/file"),
            ("b", "\(folder.path)/full"), ("a.jsonl", "/dev/null"),
        ] {
            let error = overwriting.failure("\(folder.path)/\(source)", to: output)
            guard case .unusablePath = error else {
                Issue.record("\(source) to \(output): \(String(describing: error))")
                continue
            }
        }
        #expect(folder.names == before)
        #expect(folder.run("test -e full/x") == 0)
    }

    @Test func theSourceIsNeverTouched() {
        let folder = Self.sources()
        folder.run(
            "mkdir inner; mv b b.tar.gz a.jsonl inner; cp -r inner/b inner/x.partial; cp inner/a.jsonl inner/y.partial")
        folder.run(
            "ln -s inner other; ln inner/a.jsonl inner/hard.jsonl; mkdir inner/b/tmp; ln -s inner/a.jsonl link.jsonl")
        folder.run("cp inner/a.jsonl inner/z.partial.journal; cp -r inner/b inner/w.replaced")
        let before = folder.output("find . | sort")
        var overwriting = Rewriting()
        overwriting.options.overwrites = true
        for (source, output) in [
            ("inner/a.jsonl", "inner/a.jsonl"), ("inner/a.jsonl", "other/a.jsonl"), ("other/a.jsonl", "inner/a.jsonl"),
            ("inner/a.jsonl", "inner/hard.jsonl"), ("inner/a.jsonl", "link.jsonl"), ("link.jsonl", "inner/a.jsonl"),
            ("inner/b", "inner/b"), ("inner/b", "inner/b/"), ("inner/b", "other/../inner/b"),
            ("inner/b", "inner/b/out"), ("inner/b", "other/b/meta/out"), ("inner/b", "inner"), ("other/b", "inner"),
            ("inner/b.tar.gz", "other/b.tar.gz"), ("inner/x.partial", "inner/x"), ("inner/y.partial", "inner/y"),
            ("inner/z.partial.journal", "inner/z"), ("inner/w.replaced", "inner/w"),
        ] {
            let error = overwriting.failure("\(folder.path)/\(source)", to: "\(folder.path)/\(output)")
            guard case .touchesSource = error else {
                Issue.record("\(source) to \(output): \(String(describing: error))")
                continue
            }
        }
        #expect(folder.output("find . | sort") == before)
    }

    @Test func whatExistsIsKeptUnlessToldOtherwise() throws {
        let folder = Self.sources()
        folder.run("cp -r b c; echo old > c/old; echo old > d.jsonl; echo old > d.tar.gz; mkdir empty")
        let before = folder.output("find . | sort")
        for (source, output) in [("a.jsonl", "d.jsonl"), ("b.tar.gz", "d.tar.gz"), ("b", "c"), ("b", "empty")] {
            let path = "\(folder.path)/\(output)"
            #expect(Rewriting().failure("\(folder.path)/\(source)", to: path) == .exists(path: path))
        }
        #expect(folder.output("find . | sort") == before)
        var overwriting = Rewriting()
        overwriting.options.overwrites = true
        for (source, output) in [("a.jsonl", "d.jsonl"), ("b.tar.gz", "d.tar.gz"), ("b", "c"), ("b", "empty")] {
            _ = try overwriting.run("\(folder.path)/\(source)", to: "\(folder.path)/\(output)")
            WritingTests.expectSame("\(folder.path)/\(source)", "\(folder.path)/\(output)")
        }
        #expect(folder.run("diff -r b c && diff -r b empty") == 0)
        #expect(folder.names == ["a.jsonl", "b", "b.tar.gz", "c", "d.jsonl", "d.tar.gz", "empty"])
    }

    @Test func anOutputThatAppearsMeanwhileIsKept() throws {
        let folder = Self.sources()
        for (source, output) in [("a.jsonl", "x.jsonl"), ("b.tar.gz", "x.tar.gz"), ("b", "x")] {
            var rewriting = Rewriting()
            let path = "\(folder.path)/\(output)"
            rewriting.options.probe = { moment in
                if moment == .completed {
                    shell(output == "x" ? "mkdir \(path); echo 1 > \(path)/1" : "echo 1 > \(path)")
                }
                return .none
            }
            let error = rewriting.failure("\(folder.path)/\(source)", to: path)
            #expect(error?.isAboutTheCall == false || error == .exists(path: path))
            #expect(folder.output("cat \(output)/1 2>/dev/null || cat \(output)") == "1\n")
        }
        #expect(folder.names == ["a.jsonl", "b", "b.tar.gz", "x", "x.jsonl", "x.tar.gz"])
    }

    @Test func anUnwritableFolderAndFailuresLeaveNothing() {
        let folder = Self.sources()
        let before = folder.output("find . | sort")
        for (source, output) in [("a.jsonl", "x.jsonl"), ("a.jsonl", "x.gz"), ("b.tar.gz", "x.tar.gz"), ("b", "x")] {
            for moment in [WriteMoment.begun, .appended(1), .completed, .joined] {
                var rewriting = Rewriting()
                rewriting.options.probe = { $0 == moment ? .failure(EIO) : .none }
                if moment == .joined && source != "b.tar.gz" { continue }
                let error = rewriting.failure("\(folder.path)/\(source)", to: "\(folder.path)/\(output)")
                #expect(error?.isAboutTheCall == false && error?.description.contains("can't be written") == true)
                #expect(folder.output("find . | sort") == before, "\(source) at \(moment)")
            }
        }
        #expect(Rewriting().failure(folder.path + "/a.jsonl", to: "/proc/x.jsonl")?.isAboutTheCall == false)
    }

    @Test func aSourceThatIsCutIsNotWritten() {
        let folder = Self.sources()
        let text = folder.read("b/\(WritingTests.messages)")
        folder.run("gzip -k a.jsonl; rm -r b.tar.gz; tar -cf b.tar b")
        folder.write("a.jsonl.gz", Array(folder.read("a.jsonl.gz").dropLast(9)))
        folder.write("b.tar", Array(folder.read("b.tar").prefix(4096)))
        folder.run("rm b/\(WritingTests.messages)")
        #expect(!text.isEmpty)
        let before = folder.output("find . | sort")
        for (source, output) in [("a.jsonl.gz", "x.jsonl.gz"), ("b.tar", "x.tar"), ("b", "x")] {
            guard case .incomplete = Rewriting().failure("\(folder.path)/\(source)", to: "\(folder.path)/\(output)")
            else {
                Issue.record("\(source) was written")
                continue
            }
        }
        #expect(folder.output("find . | sort") == before)
    }
}
