import Archives

extension ArchiveReader.Options {
    /// The same, with as many threads that decompress as there are to process what is read.
    func inflating(on workers: Int) -> ArchiveReader.Options {
        var options = self
        options.inflateThreads = max(1, workers)
        return options
    }
}
