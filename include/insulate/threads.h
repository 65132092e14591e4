/* insulate/threads.h: locks for what belongs to the process.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef INSULATE_THREADS_H
#define INSULATE_THREADS_H

#include "core.h"

#if PY_VERSION_HEX < 0x030d0000 || INSULATE_PRIV_LIMITED
#include <pythread.h>
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* -------------------------------------------------- locks */

/* Insulate_Lock: a process-wide lock, independent of interpreters.
 *
 * It is static and never destroyed. Since 3.13 it is a PyMutex; before, and in the
 * limited API, it is a lock of pythread.h, allocated at its first use.
 * Since: 0.1; CPython 3.9.
 * Source: Guide "Managing Global State".
 */

/* INSULATE_LOCK_INIT: the initialiser of an Insulate_Lock.
 * Returns: an initialiser.
 * Errors: none.
 * Thread state: not needed; it is a constant.
 * Since: 0.1; CPython 3.9.
 * Source: Guide "Managing Global State".
 */
#if INSULATE_PRIV_LIMITED || PY_VERSION_HEX < 0x030d0000
typedef struct {
    PyThread_type_lock lock;
} Insulate_Lock;
#define INSULATE_LOCK_INIT {INSULATE_PRIV_NULL}
#else
typedef struct {
    PyMutex mutex;
} Insulate_Lock;
#define INSULATE_LOCK_INIT {{0}}
#endif

#if INSULATE_PRIV_LIMITED || PY_VERSION_HEX < 0x030d0000
/* The lock in it, allocated at the first use; NULL if out of memory. */
INSULATE_PRIV_INLINE PyThread_type_lock
insulate_lock_within(Insulate_Lock *lock)
{
    PyThread_type_lock found = INSULATE_PRIV_LOAD(PyThread_type_lock, &lock->lock);
    if (found == INSULATE_PRIV_NULL) {
        PyThread_type_lock made = PyThread_allocate_lock();
        if (made == INSULATE_PRIV_NULL) {
            return INSULATE_PRIV_NULL;
        }
        if (INSULATE_PRIV_SET_IF_NULL(PyThread_type_lock, &lock->lock, made)) {
            return made;
        }
        PyThread_free_lock(made);
        found = INSULATE_PRIV_LOAD(PyThread_type_lock, &lock->lock);
    }
    return found;
}
#endif

/* Acquires the lock in a thread that may have no thread state: it does not release the
 * GIL while it waits. Returns 0, or -1 without an exception if out of memory. */
INSULATE_PRIV_INLINE INSULATE_PRIV_CHECKED int
insulate_lock_detached(Insulate_Lock *lock)
{
#if INSULATE_PRIV_LIMITED || PY_VERSION_HEX < 0x030d0000
    PyThread_type_lock within = insulate_lock_within(lock);
    if (within == INSULATE_PRIV_NULL) {
        return -1;
    }
    (void)PyThread_acquire_lock(within, WAIT_LOCK);
#else
    PyMutex_Lock(&lock->mutex);
#endif
    return 0;
}

/* Insulate_LockAcquire: acquires the lock, and waits if another thread holds it.
 *   lock: a lock that the calling thread does not hold.
 * Returns: 0 with the lock, -1 on failure.
 * Errors: MemoryError, before 3.13 and in the limited API.
 * Thread state: attached; other threads can run while it waits.
 * Since: 0.1; CPython 3.9.
 * Source: Guide "Managing Global State".
 */
INSULATE_PRIV_INLINE INSULATE_PRIV_CHECKED int
Insulate_LockAcquire(Insulate_Lock *lock)
{
#if INSULATE_PRIV_LIMITED || PY_VERSION_HEX < 0x030d0000
    PyThread_type_lock within = insulate_lock_within(lock);
    if (within == INSULATE_PRIV_NULL) {
        PyErr_NoMemory();
        return -1;
    }
    if (!PyThread_acquire_lock(within, NOWAIT_LOCK)) {
        Py_BEGIN_ALLOW_THREADS;
        (void)PyThread_acquire_lock(within, WAIT_LOCK);
        Py_END_ALLOW_THREADS;
    }
    return 0;
#else
    PyMutex_Lock(&lock->mutex);
    return 0;
#endif
}

/* Insulate_LockRelease: releases the lock.
 *   lock: a lock that the calling thread holds.
 * Errors: none.
 * Thread state: not needed.
 * Since: 0.1; CPython 3.9.
 * Source: Guide "Managing Global State".
 */
INSULATE_PRIV_INLINE void
Insulate_LockRelease(Insulate_Lock *lock)
{
#if INSULATE_PRIV_LIMITED || PY_VERSION_HEX < 0x030d0000
    PyThread_release_lock(INSULATE_PRIV_LOAD(PyThread_type_lock, &lock->lock));
#else
    PyMutex_Unlock(&lock->mutex);
#endif
}

#ifdef __cplusplus
}
#endif

#endif /* INSULATE_THREADS_H */
