/* insulate/threads.h: locks for what belongs to the process, and for what the threads of
 * one interpreter share: locks and atomic numbers that builds with a GIL leave out, and
 * initialisation that runs once.
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

/* -------------------------------------------------- what threads of an interpreter share */

/* Insulate_ThreadLock: a lock for the module state or an instance, which the threads of one
 * interpreter share.
 *
 * In free-threaded builds it is an Insulate_Lock. In builds with a GIL it is one unused
 * byte, and its functions do nothing: the GIL protects code that does not call Python. It
 * protects nothing that two interpreters share; see Insulate_Lock. It is ready when it is
 * zero, as a field of the state or of an instance is.
 * Since: 0.1; CPython 3.9.
 * Source: C-API "Synchronization Primitives", PyMutex.
 */

/* INSULATE_THREAD_LOCK_INIT: the initialiser of an Insulate_ThreadLock.
 * Returns: an initialiser.
 * Errors: none.
 * Thread state: not needed; it is a constant.
 * Since: 0.1; CPython 3.9.
 * Source: C-API "Synchronization Primitives", PyMutex.
 */
#ifdef Py_GIL_DISABLED
typedef Insulate_Lock Insulate_ThreadLock;
#define INSULATE_THREAD_LOCK_INIT INSULATE_LOCK_INIT
#else
typedef struct {
    char insulate_unused;
} Insulate_ThreadLock;
#define INSULATE_THREAD_LOCK_INIT {0}
#endif

/* Insulate_ThreadLockAcquire: acquires the lock, and waits if another thread holds it.
 *   lock: a lock that the calling thread does not hold. Code that may run Python code must
 *     not run with it; Py_BEGIN_CRITICAL_SECTION allows that.
 * Returns: 0 with the lock, -1 on failure.
 * Errors: MemoryError, in the limited API of free-threaded builds; none in others.
 * Thread state: attached; other threads can run while it waits.
 * Since: 0.1; CPython 3.9.
 * Source: C-API "Synchronization Primitives", PyMutex_Lock.
 */
INSULATE_PRIV_INLINE INSULATE_PRIV_CHECKED int
Insulate_ThreadLockAcquire(Insulate_ThreadLock *lock)
{
#ifdef Py_GIL_DISABLED
    return Insulate_LockAcquire(lock);
#else
    (void)lock;
    return 0;
#endif
}

/* Insulate_ThreadLockRelease: releases the lock.
 *   lock: a lock that the calling thread holds.
 * Errors: none.
 * Thread state: attached.
 * Since: 0.1; CPython 3.9.
 * Source: C-API "Synchronization Primitives", PyMutex_Unlock.
 */
INSULATE_PRIV_INLINE void
Insulate_ThreadLockRelease(Insulate_ThreadLock *lock)
{
#ifdef Py_GIL_DISABLED
    Insulate_LockRelease(lock);
#else
    (void)lock;
#endif
}

/* Insulate_AtomicAdd: adds to a number that the threads of one interpreter share. It is an
 * atomic operation in free-threaded builds, and an ordinary addition in others.
 *   place: the number, of the module state or of an instance.
 *   number: what to add.
 * Returns: the sum.
 * Errors: none.
 * Thread state: attached.
 * Since: 0.1; CPython 3.9.
 * Source: HOWTO "C API Extension Support for Free Threading".
 */
INSULATE_PRIV_INLINE Py_ssize_t
Insulate_AtomicAdd(Py_ssize_t *place, Py_ssize_t number)
{
#ifdef Py_GIL_DISABLED
    return INSULATE_PRIV_ADD(place, number) + number;
#else
    return *place += number;
#endif
}

/* Insulate_AtomicLoad: reads a number that the threads of one interpreter share.
 *   place: the number.
 * Returns: its value.
 * Errors: none.
 * Thread state: attached.
 * Since: 0.1; CPython 3.9.
 * Source: HOWTO "C API Extension Support for Free Threading".
 */
INSULATE_PRIV_INLINE Py_ssize_t
Insulate_AtomicLoad(Py_ssize_t *place)
{
#ifdef Py_GIL_DISABLED
    return INSULATE_PRIV_GET_NUMBER(place);
#else
    return *place;
#endif
}

/* Insulate_AtomicStore: writes a number that the threads of one interpreter share.
 *   place: the number.
 *   number: its new value.
 * Errors: none.
 * Thread state: attached.
 * Since: 0.1; CPython 3.9.
 * Source: HOWTO "C API Extension Support for Free Threading".
 */
INSULATE_PRIV_INLINE void
Insulate_AtomicStore(Py_ssize_t *place, Py_ssize_t number)
{
#ifdef Py_GIL_DISABLED
    INSULATE_PRIV_SET_NUMBER(place, number);
#else
    *place = number;
#endif
}

/* -------------------------------------------------- initialisation that runs once */

/* Insulate_OnceFlag: whether an initialisation of the process was done. A static variable,
 * never destroyed; independent of interpreters.
 * Since: 0.1; CPython 3.9.
 * Source: Guide "Managing Global State".
 */
typedef struct {
    Insulate_Lock lock;
    void *done; /* its own address; NULL: not yet */
} Insulate_OnceFlag;

/* INSULATE_ONCE_FLAG_INIT: the initialiser of an Insulate_OnceFlag.
 * Returns: an initialiser.
 * Errors: none.
 * Thread state: not needed; it is a constant.
 * Since: 0.1; CPython 3.9.
 * Source: Guide "Managing Global State".
 */
#define INSULATE_ONCE_FLAG_INIT {INSULATE_LOCK_INIT, INSULATE_PRIV_NULL}

/* Insulate_OnceFlagRun: runs a function if no call with this flag has succeeded yet. Threads
 * that call it in the meantime wait; afterwards it costs one read.
 *   flag: the flag.
 *   run: initialises data of the process; returns 0, or -1 with an exception set. It must
 *     not run Python code, nor call this function with the same flag.
 *   arg: passed to `run`; borrowed.
 * Returns: 0 if the initialisation is done, -1 on failure; the next call tries again.
 * Errors: those of `run`; MemoryError, before 3.13 and in the limited API.
 * Thread state: attached; other threads can run while it waits.
 * Since: 0.1; CPython 3.9.
 * Source: Guide "Managing Global State".
 */
INSULATE_PRIV_INLINE INSULATE_PRIV_CHECKED int
Insulate_OnceFlagRun(Insulate_OnceFlag *flag, int (*run)(void *), void *arg)
{
    int result = 0;
    if (INSULATE_PRIV_LOAD(void *, &flag->done) != INSULATE_PRIV_NULL) {
        return 0;
    }
    if (Insulate_LockAcquire(&flag->lock) < 0) {
        return -1;
    }
    if (INSULATE_PRIV_LOAD(void *, &flag->done) == INSULATE_PRIV_NULL) {
        result = run(arg);
        if (result == 0) {
            INSULATE_PRIV_STORE(&flag->done, (void *)flag);
        }
    }
    Insulate_LockRelease(&flag->lock);
    return result;
}

#ifdef __cplusplus
}
#endif

#endif /* INSULATE_THREADS_H */
