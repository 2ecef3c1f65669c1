/// Standard input, kept so that it can be read more than once.
///
/// Give one value to every ``ArchiveReader`` that opens `-`. The first one copies standard input to a temporary file if
/// it turns out to be a tar, and all of them read the copy; a single file is read straight, which is possible only once.
/// Readers are opened by one thread at a time; that is what makes it safe to send.
public final class InputCopy: @unchecked Sendable {
    /// The copy, once there is one.
    private var file: TemporaryFile?
    /// What ended standard input before its end.
    private var failure: ArchiveError?

    /// No copy yet.
    public init() {}

    /// How many bytes standard input had; nil where there is no copy.
    var count: UInt64? { file?.count }

    /// Goes on copying a source to its end.
    /// - Parameter recorder: Has kept what was read of standard input so far.
    func fill(from recorder: RecordingSource) throws(ArchiveError) {
        guard let kept = recorder.finish() else { return }
        failure = try kept.append(recorder)
        file = kept
    }

    /// The copy from its beginning; nil where there is none.
    func source(_ counter: ReadCounter) -> (any ByteSource)? {
        guard let file else { return nil }
        return KeptSource(file, Spool.Segment(offset: 0, count: file.count, failure: failure), counter: counter)
    }
}

/// Keeps all that is read through it, until it is told to stop.
final class RecordingSource: ByteSource {
    private let source: any ByteSource
    private var file: TemporaryFile?
    private var isRecording = true

    init(_ source: any ByteSource, in folder: String?) throws(ArchiveError) {
        self.source = source
        file = try TemporaryFile(in: folder)
    }

    var offset: UInt64 { source.offset }

    func read(into buffer: UnsafeMutableRawBufferPointer) throws(ArchiveError) -> Int {
        let count = try source.read(into: buffer)
        if isRecording { try file?.append(UnsafeRawBufferPointer(rebasing: buffer.prefix(count))) }
        return count
    }

    /// Ends recording.
    /// - Returns: What was read so far.
    func finish() -> TemporaryFile? {
        isRecording = false
        defer { file = nil }
        return file
    }
}
