import Glibc
import Synchronization

/// The unfinished files of this process, kept where a signal handler may read them: fixed memory, no locks.
///
/// Each of a few slots holds a path as a C string and a state. A slot is taken by exchanging its state, filled, and only
/// then marked as full, so that the handler, which may run at any instant on any thread, sees whole paths only.
enum CleanupPaths {
    private static let slotCount = 16
    private static let pathCapacity = Int(PATH_MAX)
    private static let free = 0
    private static let filling = 1
    private static let full = 2

    // The memory lives as long as the process. Only whoever holds a slot in the state `filling` writes to its part.
    nonisolated(unsafe) private static let paths: UnsafeMutablePointer<CChar> = .allocate(
        capacity: slotCount * pathCapacity)

    private struct Slots: ~Copyable {
        let states: [16 of Atomic<Int>]

        init() {
            states = .init { _ in Atomic(CleanupPaths.free) }
        }
    }

    private static let slots = Slots()

    /// A registered path. `unregister` forgets it.
    struct Token: Sendable {
        fileprivate let slot: Int

        func unregister() {
            CleanupPaths.slots.states[slot].store(CleanupPaths.free, ordering: .releasing)
        }
    }

    /// Makes sure that the memory is there before a handler may ask for it.
    static func prepare() {
        _ = paths
        _ = slots.states[0].load(ordering: .relaxed)
    }

    /// - Returns: nil where all slots are taken or the path is too long for the system: it is then not cleaned up after a
    ///   signal.
    static func register(_ path: String) -> Token? {
        let bytes = path.utf8CString
        guard bytes.count <= pathCapacity else { return nil }
        for slot in 0..<slotCount {
            let claim = slots.states[slot].compareExchange(
                expected: free, desired: filling, ordering: .acquiringAndReleasing)
            guard claim.exchanged else { continue }
            // In bounds: `slot` is below `slotCount` and the path with its zero fits into `pathCapacity`.
            for (index, byte) in bytes.enumerated() { paths[slot * pathCapacity + index] = byte }
            slots.states[slot].store(full, ordering: .releasing)
            return Token(slot: slot)
        }
        return nil
    }

    /// Deletes all registered files. Async-signal-safe: atomics and `unlink(2)` only.
    static func removeAll() {
        for slot in 0..<slotCount where slots.states[slot].load(ordering: .acquiring) == full {
            // In bounds: `slot` is below `slotCount`, and a full slot holds a C string.
            unlink(paths + slot * pathCapacity)
        }
    }
}
