import Glibc

/// A lock with one condition to wait for (POSIX threads).
///
/// Whoever uses it keeps what it guards; that is what makes it safe to send.
package final class Monitor: @unchecked Sendable {
    // Allocated once and never moved, as POSIX asks of both; freed only when no thread has the monitor any more.
    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)

    package init() {
        pthread_mutex_init(mutex, nil)
        pthread_cond_init(condition, nil)
    }

    deinit {
        pthread_cond_destroy(condition)
        pthread_mutex_destroy(mutex)
        condition.deallocate()
        mutex.deallocate()
    }

    /// Takes the lock, as soon as no other thread has it.
    package func lock() { pthread_mutex_lock(mutex) }

    /// Lets go of the lock.
    package func unlock() { pthread_mutex_unlock(mutex) }

    /// Does something while no other thread has the lock.
    func locked<R>(_ body: () -> R) -> R {
        lock()
        defer { unlock() }
        return body()
    }

    /// Lets go of the lock until somebody signals, then has it again. What is waited for has to be checked again.
    package func wait() { pthread_cond_wait(condition, mutex) }

    /// Wakes all that wait.
    package func signal() { pthread_cond_broadcast(condition) }
}
