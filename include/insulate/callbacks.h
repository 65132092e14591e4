/* insulate/callbacks.h: handles, for foreign libraries that call back from any thread.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef INSULATE_CALLBACKS_H
#define INSULATE_CALLBACKS_H

#include "../insulate.h"

#ifdef __cplusplus
extern "C" {
#endif

/* -------------------------------------------------- foreign callbacks */

/* Insulate_Handle: user data for callbacks of a foreign library. It holds a module
 * object (and thereby its state) and one more object, and refers to their interpreter.
 * The garbage collector does not visit it: if the state of the same module contains it,
 * that module is kept until the handle is freed or the interpreter ends.
 * Since: 0.1; CPython 3.9.
 * Source: Guide "Lifetime of the Module State"; PEP 788.
 */
typedef struct Insulate_Handle {
    PyObject *module; /* NULL once the interpreter has ended */
    PyObject *object;
    struct insulate_gate *gate;
    struct Insulate_Handle *previous; /* of the gate's, under its lock */
    struct Insulate_Handle *next;
    int freed; /* while the gate still had to release the objects */
#if INSULATE_PRIV_API >= 0x030f0000
    PyInterpreterView *view;
#endif
} Insulate_Handle;

/* Controls which foreign threads may enter an interpreter. A function of atexit closes
 * it before the interpreter ends: it waits for threads that have entered (like the
 * guard of PEP 788), and releases the objects of remaining handles. A module state, its
 * handles and the function of atexit share it. */
struct insulate_gate {
    struct insulate_part part; /* the first field: how the module state drops it */
    PyThread_type_lock lock;   /* of what follows */
    PyThread_type_lock busy;   /* locked while anyone is inside */
    Py_ssize_t n_refs;
    Py_ssize_t n_inside;
    PyInterpreterState *interpreter;
    Insulate_Handle *handles;
    int closed;
};

INSULATE_PRIV_INLINE void
insulate_gate_drop(struct insulate_gate *gate)
{
    if (gate == INSULATE_PRIV_NULL || INSULATE_PRIV_DECREMENT(&gate->n_refs) != 0) {
        return;
    }
    if (gate->lock != INSULATE_PRIV_NULL) {
        PyThread_free_lock(gate->lock);
    }
    if (gate->busy != INSULATE_PRIV_NULL) {
        PyThread_free_lock(gate->busy);
    }
    free(gate);
}

INSULATE_PRIV_INLINE void
insulate_gate_of_state_drop(struct insulate_part *part)
{
    insulate_gate_drop((struct insulate_gate *)(void *)part);
}

INSULATE_PRIV_INLINE void
insulate_gate_of_capsule_drop(PyObject *capsule)
{
    insulate_gate_drop(
        (struct insulate_gate *)PyCapsule_GetPointer(capsule, INSULATE_PRIV_NULL));
}

/* Out of the gate's list; under its lock. */
INSULATE_PRIV_INLINE void
insulate_handle_unlink(Insulate_Handle *handle)
{
    if (handle->previous != INSULATE_PRIV_NULL) {
        handle->previous->next = handle->next;
    }
    else {
        handle->gate->handles = handle->next;
    }
    if (handle->next != INSULATE_PRIV_NULL) {
        handle->next->previous = handle->previous;
    }
}

/* Frees the memory of a handle that is in no list and holds no objects. */
INSULATE_PRIV_INLINE void
insulate_handle_dispose(Insulate_Handle *handle)
{
#if INSULATE_PRIV_API >= 0x030f0000
    PyInterpreterView_Close(handle->view);
#endif
    insulate_gate_drop(handle->gate);
    free(handle);
}

/* Releases the objects of the handles of a closed gate; no thread has entered. */
INSULATE_PRIV_INLINE void
insulate_gate_release(struct insulate_gate *gate)
{
    for (;;) {
        Insulate_Handle *handle;
        PyObject *module = INSULATE_PRIV_NULL;
        PyObject *object = INSULATE_PRIV_NULL;
        int freed = 0;
        (void)PyThread_acquire_lock(gate->lock, WAIT_LOCK);
        handle = gate->handles;
        if (handle != INSULATE_PRIV_NULL) {
            module = handle->module;
            object = handle->object;
            handle->module = INSULATE_PRIV_NULL;
            handle->object = INSULATE_PRIV_NULL;
            freed = handle->freed;
            insulate_handle_unlink(handle);
        }
        PyThread_release_lock(gate->lock);
        if (handle == INSULATE_PRIV_NULL) {
            return;
        }
        if (freed) {
            insulate_handle_dispose(handle);
        }
        Py_XDECREF(object);
        Py_XDECREF(module);
    }
}

/* The function of atexit; `capsule` is its self. */
INSULATE_PRIV_INLINE PyObject *
insulate_gate_close(PyObject *capsule, PyObject *unused)
{
    struct insulate_gate *gate =
        (struct insulate_gate *)PyCapsule_GetPointer(capsule, INSULATE_PRIV_NULL);
    (void)unused;
    if (gate == INSULATE_PRIV_NULL) {
        return INSULATE_PRIV_NULL;
    }
    (void)PyThread_acquire_lock(gate->lock, WAIT_LOCK);
    gate->closed = 1;
    PyThread_release_lock(gate->lock);
    Py_BEGIN_ALLOW_THREADS;
    (void)PyThread_acquire_lock(gate->busy, WAIT_LOCK);
    PyThread_release_lock(gate->busy);
    Py_END_ALLOW_THREADS;
    insulate_gate_release(gate);
    Py_INCREF(Py_None);
    return Py_None;
}

/* Registers a function of atexit that closes the gate and holds a reference to it. */
INSULATE_PRIV_INLINE int
insulate_gate_register(struct insulate_gate *gate)
{
    static PyMethodDef close_method = {"insulate_close", insulate_gate_close,
                                       METH_NOARGS, INSULATE_PRIV_NULL};
    PyObject *atexit = INSULATE_PRIV_NULL;
    PyObject *function = INSULATE_PRIV_NULL;
    PyObject *result = INSULATE_PRIV_NULL;
    PyObject *capsule =
        PyCapsule_New(gate, INSULATE_PRIV_NULL, insulate_gate_of_capsule_drop);

    if (capsule == INSULATE_PRIV_NULL) {
        return -1;
    }
    (void)INSULATE_PRIV_INCREMENT(&gate->n_refs);
    function = PyCFunction_NewEx(&close_method, capsule, INSULATE_PRIV_NULL);
    Py_DECREF(capsule);
    if (function != INSULATE_PRIV_NULL) {
        atexit = PyImport_ImportModule("atexit");
    }
    if (atexit != INSULATE_PRIV_NULL) {
        result = PyObject_CallMethod(atexit, "register", "O", function);
    }
    Py_XDECREF(atexit);
    Py_XDECREF(function);
    Py_XDECREF(result);
    return result == INSULATE_PRIV_NULL ? -1 : 0;
}

/* *Borrowed* from the state: the gate of a module object, created at the first use. */
INSULATE_PRIV_INLINE struct insulate_gate *
insulate_gate_of(insulate_state_head *state)
{
    struct insulate_part *found =
        INSULATE_PRIV_LOAD(struct insulate_part *, &state->gate);
    struct insulate_gate *made;

    if (found != INSULATE_PRIV_NULL) {
        return (struct insulate_gate *)(void *)found;
    }
    made = (struct insulate_gate *)calloc(1, sizeof(*made));
    if (made == INSULATE_PRIV_NULL) {
        PyErr_NoMemory();
        return INSULATE_PRIV_NULL;
    }
    made->part.drop = insulate_gate_of_state_drop;
    made->n_refs = 1;
    made->interpreter = PyInterpreterState_Get();
    made->lock = PyThread_allocate_lock();
    made->busy = PyThread_allocate_lock();
    if (made->lock == INSULATE_PRIV_NULL || made->busy == INSULATE_PRIV_NULL) {
        PyErr_NoMemory();
        insulate_gate_drop(made);
        return INSULATE_PRIV_NULL;
    }
    if (insulate_gate_register(made) < 0) {
        insulate_gate_drop(made);
        return INSULATE_PRIV_NULL;
    }
    if (INSULATE_PRIV_SET_IF_NULL(struct insulate_part *, &state->gate, &made->part)) {
        return made;
    }
    insulate_gate_drop(made);
    found = INSULATE_PRIV_LOAD(struct insulate_part *, &state->gate);
    return (struct insulate_gate *)(void *)found;
}

/* Enters the gate: 0, or -1 if the interpreter is ending or has ended. */
INSULATE_PRIV_INLINE int
insulate_gate_enter(struct insulate_gate *gate)
{
    int result = -1;
    (void)PyThread_acquire_lock(gate->lock, WAIT_LOCK);
    if (!gate->closed) {
        if (gate->n_inside++ == 0) {
            (void)PyThread_acquire_lock(gate->busy, WAIT_LOCK);
        }
        result = 0;
    }
    PyThread_release_lock(gate->lock);
    return result;
}

INSULATE_PRIV_INLINE void
insulate_gate_leave(struct insulate_gate *gate)
{
    (void)PyThread_acquire_lock(gate->lock, WAIT_LOCK);
    if (--gate->n_inside == 0) {
        PyThread_release_lock(gate->busy);
    }
    PyThread_release_lock(gate->lock);
}

/* Insulate_Entry: one call of Insulate_HandleEnter; a local variable of the callback.
 * Since: 0.1; CPython 3.9.
 * Source: PEP 788.
 */
typedef struct {
    struct insulate_gate *gate;
#if INSULATE_PRIV_API >= 0x030f0000
    PyThreadStateToken *token;
#else
    PyThreadState *before; /* of another interpreter, or NULL */
    PyThreadState *made;
    PyGILState_STATE gil;
    int how;
#endif
} Insulate_Entry;

#if INSULATE_PRIV_API < 0x030f0000
enum { INSULATE_PRIV_WAS_INSIDE, INSULATE_PRIV_RESUMED, INSULATE_PRIV_MADE };
#endif

/* Insulate_HandleNew: creates a handle.
 *   module: a module object that INSULATE_MODULE defined.
 *   object: another object that the callback needs, or NULL.
 * Returns: a handle, which Insulate_HandleFree frees, or NULL.
 * Errors: MemoryError; RuntimeError when the interpreter is ending, and in the limited
 *   API before 3.15 in an interpreter other than the main one, which that API cannot
 *   enter.
 * Thread state: attached.
 * Since: 0.1; CPython 3.9.
 * Source: Guide "Lifetime of the Module State"; PEP 788.
 */
INSULATE_PRIV_INLINE Insulate_Handle *
Insulate_HandleNew(PyObject *module, PyObject *object)
{
    insulate_state_head *state = (insulate_state_head *)PyModule_GetState(module);
    struct insulate_gate *gate;
    Insulate_Handle *handle;
    int closed;

#if INSULATE_PRIV_LIMITED && INSULATE_PRIV_API < 0x030f0000
    if (PyInterpreterState_GetID(PyInterpreterState_Get()) != 0) {
        PyErr_SetString(PyExc_RuntimeError,
                        "callbacks need the main interpreter in this build");
        return INSULATE_PRIV_NULL;
    }
#endif
    gate = insulate_gate_of(state);
    if (gate == INSULATE_PRIV_NULL) {
        return INSULATE_PRIV_NULL;
    }
    handle = (Insulate_Handle *)calloc(1, sizeof(*handle));
    if (handle == INSULATE_PRIV_NULL) {
        PyErr_NoMemory();
        return INSULATE_PRIV_NULL;
    }
#if INSULATE_PRIV_API >= 0x030f0000
    handle->view = PyInterpreterView_FromCurrent();
    if (handle->view == INSULATE_PRIV_NULL) {
        free(handle);
        return INSULATE_PRIV_NULL;
    }
#endif
    (void)INSULATE_PRIV_INCREMENT(&gate->n_refs);
    handle->gate = gate;
    (void)PyThread_acquire_lock(gate->lock, WAIT_LOCK);
    closed = gate->closed;
    if (!closed) {
        handle->module = insulate_new_ref(module);
        handle->object = insulate_new_ref(object);
        handle->next = gate->handles;
        if (handle->next != INSULATE_PRIV_NULL) {
            handle->next->previous = handle;
        }
        gate->handles = handle;
    }
    PyThread_release_lock(gate->lock);
    if (closed) {
        PyErr_SetString(PyExc_RuntimeError,
                        "no callbacks any more: the interpreter ends");
        insulate_handle_dispose(handle);
        return INSULATE_PRIV_NULL;
    }
    return handle;
}

#if INSULATE_PRIV_API < 0x030f0000 && !INSULATE_PRIV_LIMITED
/* The thread state that is attached to this thread, or NULL. */
INSULATE_PRIV_INLINE PyThreadState *
insulate_attached(void)
{
#if PY_VERSION_HEX >= 0x030d0000
    return PyThreadState_GetUnchecked();
#else
    PyThreadState *current = _PyThreadState_UncheckedGet();
#if PY_VERSION_HEX < 0x030c0000
    /* Before 3.12 this is the current thread state of the process, of any thread. */
    if (current != INSULATE_PRIV_NULL && current != PyGILState_GetThisThreadState()
        && current->thread_id != PyThread_get_thread_ident())
    {
        return INSULATE_PRIV_NULL;
    }
#endif
    return current;
#endif
}
#endif

/* Insulate_HandleEnter: attaches the calling thread to the handle's interpreter.
 *   handle: a handle that is not freed at the same time.
 *   entry: for Insulate_HandleLeave, in the same thread.
 * Returns: 0 with a thread state attached; -1 if the interpreter is ending or has ended:
 *   then do not use Python.
 * Errors: none; no exception is set.
 * Thread state: any: none, one of this interpreter, or one of another, which is
 *   detached.
 * Since: 0.1; CPython 3.9.
 * Source: PEP 788; C-API "Non-Python created threads".
 */
INSULATE_PRIV_INLINE INSULATE_PRIV_CHECKED int
Insulate_HandleEnter(Insulate_Handle *handle, Insulate_Entry *entry)
{
    if (insulate_gate_enter(handle->gate) < 0) {
        return -1;
    }
    entry->gate = handle->gate;
#if INSULATE_PRIV_API >= 0x030f0000
    entry->token = PyThreadState_EnsureFromView(handle->view);
    if (entry->token == INSULATE_PRIV_NULL) {
        insulate_gate_leave(entry->gate);
        return -1;
    }
    return 0;
#else
    entry->before = INSULATE_PRIV_NULL;
    entry->made = INSULATE_PRIV_NULL;
    entry->how = INSULATE_PRIV_MADE;
#if INSULATE_PRIV_LIMITED
    entry->gil = PyGILState_Ensure();
#else
    PyInterpreterState *interpreter = handle->gate->interpreter;
    PyThreadState *current = insulate_attached();
    PyThreadState *own;
    entry->gil = PyGILState_UNLOCKED;
    if (current != INSULATE_PRIV_NULL
        && PyThreadState_GetInterpreter(current) == interpreter)
    {
        entry->how = INSULATE_PRIV_WAS_INSIDE;
        return 0;
    }
    if (current != INSULATE_PRIV_NULL) {
        entry->before = PyEval_SaveThread();
    }
    /* A thread that has a thread state of this interpreter attaches it again. */
    own = PyGILState_GetThisThreadState();
    if (own != INSULATE_PRIV_NULL && PyThreadState_GetInterpreter(own) == interpreter) {
        entry->how = INSULATE_PRIV_RESUMED;
    }
    else {
        own = PyThreadState_New(interpreter);
        if (own == INSULATE_PRIV_NULL) {
            if (entry->before != INSULATE_PRIV_NULL) {
                PyEval_RestoreThread(entry->before);
            }
            insulate_gate_leave(entry->gate);
            return -1;
        }
        entry->made = own;
    }
    PyEval_RestoreThread(own);
#endif
    return 0;
#endif
}

/* Insulate_HandleLeave: restores the thread state that the thread had before
 * Insulate_HandleEnter.
 *   entry: of Insulate_HandleEnter.
 * Errors: none. An exception that is set is lost if the thread had no thread state
 *   before.
 * Thread state: attached, as Insulate_HandleEnter left it.
 * Since: 0.1; CPython 3.9.
 * Source: PEP 788.
 */
INSULATE_PRIV_INLINE void
Insulate_HandleLeave(Insulate_Entry *entry)
{
#if INSULATE_PRIV_API >= 0x030f0000
    PyThreadState_Release(entry->token);
#else
#if INSULATE_PRIV_LIMITED
    PyGILState_Release(entry->gil);
#else
    if (entry->how == INSULATE_PRIV_MADE) {
        PyThreadState_Clear(entry->made);
        PyThreadState_DeleteCurrent();
    }
    else if (entry->how == INSULATE_PRIV_RESUMED) {
        (void)PyEval_SaveThread();
    }
    if (entry->before != INSULATE_PRIV_NULL) {
        PyEval_RestoreThread(entry->before);
    }
#endif
#endif
    insulate_gate_leave(entry->gate);
}

/* Insulate_HandleModule: the module object of a handle.
 *   handle: a handle.
 * Returns: *borrowed* (until the handle is freed).
 * Errors: none.
 * Thread state: not needed.
 * Since: 0.1; CPython 3.9.
 * Source: Guide "Lifetime of the Module State".
 */
INSULATE_PRIV_INLINE PyObject *
Insulate_HandleModule(const Insulate_Handle *handle)
{
    return handle->module;
}

/* Insulate_HandleObject: the other object of a handle.
 *   handle: a handle.
 * Returns: *borrowed* (until the handle is freed), or NULL.
 * Errors: none.
 * Thread state: not needed.
 * Since: 0.1; CPython 3.9.
 * Source: Guide "Lifetime of the Module State".
 */
INSULATE_PRIV_INLINE PyObject *
Insulate_HandleObject(const Insulate_Handle *handle)
{
    return handle->object;
}

/* Insulate_HandleFree: frees a handle and releases its objects. Objects of a handle
 * that is never freed are released when the interpreter ends.
 *   handle: a handle that is no longer used, or NULL.
 * Errors: none.
 * Thread state: any, or none.
 * Since: 0.1; CPython 3.9.
 * Source: Guide "Lifetime of the Module State".
 */
INSULATE_PRIV_INLINE void
Insulate_HandleFree(Insulate_Handle *handle)
{
    Insulate_Entry entry;
    PyObject *module;
    PyObject *object;
    int freed;

    if (handle == INSULATE_PRIV_NULL) {
        return;
    }
    if (Insulate_HandleEnter(handle, &entry) < 0) {
        /* Closing the gate releases the objects. */
        (void)PyThread_acquire_lock(handle->gate->lock, WAIT_LOCK);
        freed = handle->module != INSULATE_PRIV_NULL;
        handle->freed = freed;
        PyThread_release_lock(handle->gate->lock);
        if (!freed) {
            insulate_handle_dispose(handle);
        }
        return;
    }
    (void)PyThread_acquire_lock(handle->gate->lock, WAIT_LOCK);
    insulate_handle_unlink(handle);
    PyThread_release_lock(handle->gate->lock);
    module = handle->module;
    object = handle->object;
    insulate_handle_dispose(handle);
    Py_XDECREF(object);
    Py_XDECREF(module);
    Insulate_HandleLeave(&entry);
}

#ifdef __cplusplus
}
#endif

#endif /* INSULATE_CALLBACKS_H */
