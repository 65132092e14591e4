/* insulate.h: extension modules of CPython whose state is isolated.
 *
 * One header, static inline functions and macros only; it needs nothing but Python.h.
 * C99 and C++11 or newer, gcc and clang; CPython 3.9 to 3.15: the full API, the limited
 * API from 3.9, free-threaded builds, and abi3t from 3.15.
 *
 * Names: Insulate_Function, INSULATE_MACRO; _Insulate and _INSULATE are private.
 * "ref" below means a reference; *owned*, *borrowed*, *stolen* say whose it is.  Unless
 * a comment says otherwise, a function needs an attached thread state, and sets an
 * exception when it fails.  "Guide" is CPython's HOWTO "Isolating Extension Modules".
 *
 * docs/header.md explains the parts together; examples/ shows each in a whole module.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef INSULATE_H
#define INSULATE_H

#include <Python.h>

#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#if PY_VERSION_HEX < 0x03090000
#  error "insulate.h needs CPython 3.9 or newer"
#endif
#if defined(Py_LIMITED_API) && Py_LIMITED_API + 0 < 0x03090000
#  error "insulate.h needs Py_LIMITED_API 0x03090000 or newer"
#endif
#ifndef __GNUC__
#  error "insulate.h needs gcc or clang"
#endif
#if PY_VERSION_HEX < 0x030c0000
#  include <structmember.h>
#endif

/* INSULATE_VERSION_HEX: the header's own version, as PY_VERSION_HEX writes CPython's,
 * but without the release level: 0xMMmmpp00.
 * Returns: a number.
 * Errors: none.
 * Thread state: not needed; it is a constant.
 * Since: 0.1.
 * Source: C-API "API and ABI Versioning".
 */
#define INSULATE_VERSION_HEX 0x00010000

/* -------------------------------------------------- what is there */

/* The oldest CPython that the compiled module has to run on. */
#ifdef Py_LIMITED_API
#  define _INSULATE_API (Py_LIMITED_API + 0)
#  define _INSULATE_LIMITED 1
#else
#  define _INSULATE_API PY_VERSION_HEX
#  define _INSULATE_LIMITED 0
#endif

/* abi3t: the layout of an object is not known (PEP 803). */
#ifdef _Py_OPAQUE_PYOBJECT
#  define _INSULATE_OPAQUE 1
#else
#  define _INSULATE_OPAQUE 0
#endif

#define _INSULATE_UNUSED __attribute__((unused))
#define _INSULATE_HIDDEN __attribute__((visibility("hidden")))
#define _INSULATE_CHECKED __attribute__((warn_unused_result))
#define _INSULATE_INLINE static inline _INSULATE_UNUSED
#define _INSULATE_OUTLINE static _INSULATE_UNUSED __attribute__((noinline))
#define _INSULATE_LIKELY(CONDITION) __builtin_expect(!!(CONDITION), 1)

#ifdef __cplusplus
#  define _INSULATE_NULL nullptr
#else
#  define _INSULATE_NULL NULL
#endif

/* ISO C knows no conversion of a function to void *, CPython's tables need it. */
#define _INSULATE_POINTER(FUNCTION) (__extension__(void *)(FUNCTION))

/* A small number in a void *, as CPython's slots carry them. */
#define _INSULATE_NUMBER(VALUE) ((void *)(uintptr_t)(VALUE))

#ifdef __cplusplus
extern "C" {
#endif

/* A reference of one's own to `object`, which may be NULL (Py_XNewRef is 3.10's). */
_INSULATE_INLINE PyObject *
_Insulate_NewRef(PyObject *object)
{
    Py_XINCREF(object);
    return object;
}

/* -------------------------------------------------- tables */

/* INSULATE_SLOT: one entry of a PyType_Slot or PyModuleDef_Slot table.
 *   SLOT: the slot's number, Py_tp_repr for example.
 *   VALUE: a function, a table or a string.
 * Returns: an initialiser; no compiler warns of the conversion.
 * Errors: none.
 * Thread state: not needed; it is a constant.
 * Since: 0.1.
 * Source: C-API "Type Objects", PyType_Slot.
 */
#define INSULATE_SLOT(SLOT, VALUE) {(SLOT), _INSULATE_POINTER(VALUE)}

/* INSULATE_SLOT_END: the last entry of a PyType_Slot table, and "no further slots"
 * where a macro asks for at least one.
 * Returns: an initialiser.
 * Errors: none.
 * Thread state: not needed; it is a constant.
 * Since: 0.1.
 * Source: C-API "Type Objects", PyType_Slot.
 */
#define INSULATE_SLOT_END {0, _INSULATE_NULL}

/* INSULATE_METHOD: one entry of a PyMethodDef table, of any calling convention.
 *   NAME: the method's name in Python, a string.
 *   FUNCTION: the C function; its type must be what FLAGS say.
 *   FLAGS: METH_NOARGS, METH_O, METH_VARARGS | METH_KEYWORDS and so on.
 *   DOC: the documentation, a string or NULL.
 * Returns: an initialiser; no compiler warns of the function's type.
 * Errors: none.
 * Thread state: not needed; it is a constant.
 * Since: 0.1.
 * Source: C-API "Common Object Structures", PyMethodDef.
 */
#define INSULATE_METHOD(NAME, FUNCTION, FLAGS, DOC)                                    \
    {(NAME), (__extension__(PyCFunction)(void *)(FUNCTION)), (FLAGS), (DOC)}

/* INSULATE_CLASS_METHOD: one entry of a class's PyMethodDef table for a method that
 * gets its defining class, from which PREFIX_state_from_class() finds the state.
 *   NAME: the method's name in Python, a string.
 *   FUNCTION: a function of the type PyCMethod: (self, defining_class, args, nargs,
 *     kwnames); kwnames is NULL or a tuple.
 *   DOC: the documentation, a string or NULL.
 * Returns: an initialiser.
 * Errors: none.
 * Thread state: not needed; it is a constant.
 * Since: 0.1.
 * Source: Guide "Module State Access from Regular Methods".
 */
#define INSULATE_CLASS_METHOD(NAME, FUNCTION, DOC)                                     \
    INSULATE_METHOD(NAME, FUNCTION, METH_METHOD | 0x0080 | METH_KEYWORDS, DOC)

/* INSULATE_METHODS_END: the last entry of a PyMethodDef table.
 * Returns: an initialiser.
 * Errors: none.
 * Thread state: not needed; it is a constant.
 * Since: 0.1.
 * Source: C-API "Common Object Structures", PyMethodDef.
 */
#define INSULATE_METHODS_END {_INSULATE_NULL, _INSULATE_NULL, 0, _INSULATE_NULL}

/* -------------------------------------------------- fields */

/* A list of fields is a macro of one parameter that calls it once a field:
 *
 *     #define SPAM_FIELDS(X) \
 *         X(OBJECT, Error) \
 *         X(TYPE, Spam_type) \
 *         X(OBJECTS, names, 4) \
 *         X(OWNED, char *, buffer, free) \
 *         X(DATA, long limit)
 *
 * declares PyObject *Error, PyTypeObject *Spam_type, PyObject *names[4], char *buffer,
 * which free() releases at the very end, and long limit: DATA takes any declaration;
 * and in an instance also X(WEAKREFS, weakrefs) and X(DICT, dict): the list of weak
 * references and the __dict__, which INSULATE_MEMBER_WEAKREFS and INSULATE_MEMBER_DICT
 * announce.  A field is zero before it is set.  From the list follow the struct, and
 * functions that visit, clear and release its fields, whichever of them are set.
 */
#define _INSULATE_DECLARE(KIND, ...) _INSULATE_DECLARE_##KIND(__VA_ARGS__)
#define _INSULATE_DECLARE_OBJECT(NAME) PyObject *NAME;
#define _INSULATE_DECLARE_TYPE(NAME) PyTypeObject *NAME;
#define _INSULATE_DECLARE_OBJECTS(NAME, N) PyObject *NAME[N];
#define _INSULATE_DECLARE_OWNED(CTYPE, NAME, RELEASE) CTYPE NAME;
#define _INSULATE_DECLARE_DATA(...) __VA_ARGS__;
#define _INSULATE_DECLARE_WEAKREFS(NAME) PyObject *NAME;
#define _INSULATE_DECLARE_DICT(NAME) PyObject *NAME;

#define _INSULATE_VISIT(KIND, ...) _INSULATE_VISIT_##KIND(__VA_ARGS__)
#define _INSULATE_VISIT_OBJECT(NAME) Py_VISIT(fields->NAME);
#define _INSULATE_VISIT_TYPE(NAME) Py_VISIT(fields->NAME);
#define _INSULATE_VISIT_OBJECTS(NAME, N)                                               \
    for (size_t i = 0; i < sizeof(fields->NAME) / sizeof(fields->NAME[0]); i++) {      \
        Py_VISIT(fields->NAME[i]);                                                     \
    }
#define _INSULATE_VISIT_OWNED(CTYPE, NAME, RELEASE)
#define _INSULATE_VISIT_DATA(...)
#define _INSULATE_VISIT_WEAKREFS(NAME)
#define _INSULATE_VISIT_DICT(NAME) Py_VISIT(fields->NAME);

#define _INSULATE_CLEAR(KIND, ...) _INSULATE_CLEAR_##KIND(__VA_ARGS__)
#define _INSULATE_CLEAR_OBJECT(NAME) Py_CLEAR(fields->NAME);
#define _INSULATE_CLEAR_TYPE(NAME) Py_CLEAR(fields->NAME);
#define _INSULATE_CLEAR_OBJECTS(NAME, N)                                               \
    for (size_t i = 0; i < sizeof(fields->NAME) / sizeof(fields->NAME[0]); i++) {      \
        Py_CLEAR(fields->NAME[i]);                                                     \
    }
#define _INSULATE_CLEAR_OWNED(CTYPE, NAME, RELEASE)
#define _INSULATE_CLEAR_DATA(...)
#define _INSULATE_CLEAR_WEAKREFS(NAME)
#define _INSULATE_CLEAR_DICT(NAME) Py_CLEAR(fields->NAME);

/* What only the end of the whole releases, after its objects are cleared. */
#define _INSULATE_RELEASE(KIND, ...) _INSULATE_RELEASE_##KIND(__VA_ARGS__)
#define _INSULATE_RELEASE_OBJECT(NAME)
#define _INSULATE_RELEASE_TYPE(NAME)
#define _INSULATE_RELEASE_OBJECTS(NAME, N)
#define _INSULATE_RELEASE_OWNED(CTYPE, NAME, RELEASE)                                  \
    if (fields->NAME) {                                                                \
        RELEASE(fields->NAME);                                                         \
        fields->NAME = 0;                                                              \
    }
#define _INSULATE_RELEASE_DATA(...)
#define _INSULATE_RELEASE_WEAKREFS(NAME)
#define _INSULATE_RELEASE_DICT(NAME)

/* Whether releasing the fields can release further objects. */
#define _INSULATE_HOLDS(KIND, ...) _INSULATE_HOLDS_##KIND(__VA_ARGS__)
#define _INSULATE_HOLDS_OBJECT(NAME) || fields->NAME != _INSULATE_NULL
#define _INSULATE_HOLDS_TYPE(NAME) || fields->NAME != _INSULATE_NULL
#define _INSULATE_HOLDS_OBJECTS(NAME, N) || 1
#define _INSULATE_HOLDS_OWNED(CTYPE, NAME, RELEASE)
#define _INSULATE_HOLDS_DATA(...)
#define _INSULATE_HOLDS_WEAKREFS(NAME)
#define _INSULATE_HOLDS_DICT(NAME) || fields->NAME != _INSULATE_NULL
#define _INSULATE_HOLDS_API(CTYPE, NAME) || fields->NAME != _INSULATE_NULL

/* Weak references go first, while the object is still whole. */
#define _INSULATE_FORGET(KIND, ...) _INSULATE_FORGET_##KIND(__VA_ARGS__)
#define _INSULATE_FORGET_OBJECT(NAME)
#define _INSULATE_FORGET_TYPE(NAME)
#define _INSULATE_FORGET_OBJECTS(NAME, N)
#define _INSULATE_FORGET_OWNED(CTYPE, NAME, RELEASE)
#define _INSULATE_FORGET_DATA(...)
#define _INSULATE_FORGET_WEAKREFS(NAME)                                                \
    if (fields->NAME != _INSULATE_NULL) {                                              \
        PyObject_ClearWeakRefs(self);                                                  \
    }
#define _INSULATE_FORGET_DICT(NAME)

/* The functions of a struct STRUCT with the fields FIELDS. */
#define _INSULATE_FIELD_FUNCTIONS(STRUCT, FIELDS)                                      \
    _INSULATE_INLINE int _Insulate_##STRUCT##_visit_fields(STRUCT *fields,             \
                                                           visitproc visit, void *arg) \
    {                                                                                  \
        (void)fields;                                                                  \
        (void)visit;                                                                   \
        (void)arg;                                                                     \
        FIELDS(_INSULATE_VISIT)                                                        \
        return 0;                                                                      \
    }                                                                                  \
    _INSULATE_INLINE void _Insulate_##STRUCT##_clear_fields(STRUCT *fields)            \
    {                                                                                  \
        (void)fields;                                                                  \
        FIELDS(_INSULATE_CLEAR)                                                        \
    }                                                                                  \
    _INSULATE_INLINE void _Insulate_##STRUCT##_release_fields(STRUCT *fields)          \
    {                                                                                  \
        (void)fields;                                                                  \
        FIELDS(_INSULATE_RELEASE)                                                      \
    }                                                                                  \
    _INSULATE_INLINE int _Insulate_##STRUCT##_fields_hold(STRUCT *fields)              \
    {                                                                                  \
        (void)fields;                                                                  \
        return 0 FIELDS(_INSULATE_HOLDS);                                              \
    }                                                                                  \
    _INSULATE_INLINE void _Insulate_##STRUCT##_forget_fields(PyObject *self,           \
                                                             STRUCT *fields)           \
    {                                                                                  \
        (void)self;                                                                    \
        (void)fields;                                                                  \
        FIELDS(_INSULATE_FORGET)                                                       \
    }

/* -------------------------------------------------- locks */

/* Insulate_Lock: a lock that belongs to the process, not to an interpreter.
 *
 * It is static and never destroyed.  From 3.13 on it is a PyMutex; before, and in the
 * limited API, a lock of pythread.h, which the first who needs it allocates.
 * Since: 0.1.
 * Source: Guide "Managing Global State".
 */

/* INSULATE_LOCK_INIT: the initialiser of an Insulate_Lock.
 * Returns: an initialiser.
 * Errors: none.
 * Thread state: not needed; it is a constant.
 * Since: 0.1.
 * Source: Guide "Managing Global State".
 */
#if _INSULATE_LIMITED || PY_VERSION_HEX < 0x030d0000
typedef struct {
    PyThread_type_lock lock;
} Insulate_Lock;
#  define INSULATE_LOCK_INIT {_INSULATE_NULL}
#else
typedef struct {
    PyMutex mutex;
} Insulate_Lock;
#  define INSULATE_LOCK_INIT {{0}}
#endif

#if _INSULATE_LIMITED || PY_VERSION_HEX < 0x030d0000
/* The lock within, allocated at the first use; NULL if there is no memory. */
_INSULATE_INLINE PyThread_type_lock
_Insulate_LockWithin(Insulate_Lock *lock)
{
    PyThread_type_lock found = __atomic_load_n(&lock->lock, __ATOMIC_ACQUIRE);
    if (found == _INSULATE_NULL) {
        PyThread_type_lock made = PyThread_allocate_lock();
        if (made == _INSULATE_NULL) {
            return _INSULATE_NULL;
        }
        if (__atomic_compare_exchange_n(&lock->lock, &found, made, 0, __ATOMIC_ACQ_REL,
                                        __ATOMIC_ACQUIRE))
        {
            found = made;
        }
        else {
            PyThread_free_lock(made);
        }
    }
    return found;
}
#endif

/* Takes the lock in a thread that may have no thread state: it does not let go of the
 * GIL while it waits.  Returns 0, or -1 without memory and without an exception. */
_INSULATE_INLINE _INSULATE_CHECKED int
_Insulate_LockDetached(Insulate_Lock *lock)
{
#if _INSULATE_LIMITED || PY_VERSION_HEX < 0x030d0000
    PyThread_type_lock within = _Insulate_LockWithin(lock);
    if (within == _INSULATE_NULL) {
        return -1;
    }
    (void)PyThread_acquire_lock(within, WAIT_LOCK);
#else
    PyMutex_Lock(&lock->mutex);
#endif
    return 0;
}

/* Insulate_LockAcquire: takes the lock, waiting for whoever has it.
 *   lock: a lock that the calling thread does not have.
 * Returns: 0 with the lock, -1 without.
 * Errors: MemoryError, before 3.13 and in the limited API.
 * Thread state: attached; others run while it waits.
 * Since: 0.1.
 * Source: Guide "Managing Global State".
 */
_INSULATE_INLINE _INSULATE_CHECKED int
Insulate_LockAcquire(Insulate_Lock *lock)
{
#if _INSULATE_LIMITED || PY_VERSION_HEX < 0x030d0000
    PyThread_type_lock within = _Insulate_LockWithin(lock);
    if (within == _INSULATE_NULL) {
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

/* Insulate_LockRelease: gives the lock back.
 *   lock: a lock that the calling thread has.
 * Errors: none.
 * Thread state: not needed.
 * Since: 0.1.
 * Source: Guide "Managing Global State".
 */
_INSULATE_INLINE void
Insulate_LockRelease(Insulate_Lock *lock)
{
#if _INSULATE_LIMITED || PY_VERSION_HEX < 0x030d0000
    PyThread_release_lock(__atomic_load_n(&lock->lock, __ATOMIC_ACQUIRE));
#else
    PyMutex_Unlock(&lock->mutex);
#endif
}

/* INSULATE_BEGIN_CRITICAL_SECTION: begins a block in which no other thread is in one of
 * the same object: Py_BEGIN_CRITICAL_SECTION of 3.13 and of 3.15's limited API.  Empty
 * where there is a GIL, which protects code that calls nothing of Python.
 *   OBJECT: whose fields the block uses.
 * Returns: the beginning of a block.
 * Errors: none.
 * Thread state: attached.
 * Since: 0.1.
 * Source: C-API "Synchronization Primitives", Py_BEGIN_CRITICAL_SECTION.
 */
/* INSULATE_END_CRITICAL_SECTION: ends the block.
 * Returns: the end of a block.
 * Errors: none.
 * Thread state: attached.
 * Since: 0.1.
 * Source: C-API "Synchronization Primitives", Py_END_CRITICAL_SECTION.
 */
#if _INSULATE_API >= 0x030f0000 || (!_INSULATE_LIMITED && PY_VERSION_HEX >= 0x030d0000)
#  define INSULATE_BEGIN_CRITICAL_SECTION(OBJECT) Py_BEGIN_CRITICAL_SECTION(OBJECT)
#  define INSULATE_END_CRITICAL_SECTION() Py_END_CRITICAL_SECTION()
#else
#  define INSULATE_BEGIN_CRITICAL_SECTION(OBJECT)                                      \
      {                                                                                \
          (void)(OBJECT)
#  define INSULATE_END_CRITICAL_SECTION() }
#endif

/* -------------------------------------------------- once a process */

/* Insulate_Once: the process's permission to have one module object; static and zero.
 * INSULATE_MODULE has its own; this is for modules that define themselves.
 * Since: 0.1.
 * Source: Guide "Opt-Out: Limiting to One Module Object per Process".
 */
typedef struct {
    int taken;
} Insulate_Once;

/* Insulate_OnceTake: takes the permission, for a module that cannot be isolated yet.
 *   once: the module's static permission.
 * Returns: 0 with the permission, -1 if another module object has it.
 * Errors: ImportError.
 * Thread state: attached.
 * Since: 0.1.
 * Source: Guide "Opt-Out: Limiting to One Module Object per Process".
 */
_INSULATE_INLINE _INSULATE_CHECKED int
Insulate_OnceTake(Insulate_Once *once)
{
    if (__atomic_exchange_n(&once->taken, 1, __ATOMIC_ACQ_REL)) {
        PyErr_SetString(PyExc_ImportError,
                        "cannot load module more than once per process");
        return -1;
    }
    return 0;
}

/* Insulate_OnceReturn: gives the permission back; what INSULATE_MODULE does itself when
 * its exec function fails or the module object is freed.
 *   once: a permission that this module object has.
 * Errors: none.
 * Thread state: not needed.
 * Since: 0.1.
 * Source: Guide "Opt-Out: Limiting to One Module Object per Process".
 */
_INSULATE_INLINE void
Insulate_OnceReturn(Insulate_Once *once)
{
    __atomic_store_n(&once->taken, 0, __ATOMIC_RELEASE);
}

/* -------------------------------------------------- back-ports */

/* Insulate_AddObjectRef: PyModule_AddObjectRef of 3.10.
 *   module: a module object.
 *   name: the attribute's name.
 *   value: the object; *borrowed*.  NULL with an exception set fails with it.
 * Returns: 0, or -1.
 * Errors: what setting the attribute raises.
 * Thread state: attached.
 * Since: 0.1.
 * Source: C-API "Module Objects", PyModule_AddObjectRef.
 */
_INSULATE_INLINE _INSULATE_CHECKED int
Insulate_AddObjectRef(PyObject *module, const char *name, PyObject *value)
{
#if _INSULATE_API >= 0x030a0000
    return PyModule_AddObjectRef(module, name, value);
#else
    if (value == _INSULATE_NULL) {
        if (!PyErr_Occurred()) {
            PyErr_SetString(PyExc_SystemError, "no object to add, and no exception");
        }
        return -1;
    }
    Py_INCREF(value);
    if (PyModule_AddObject(module, name, value) < 0) {
        Py_DECREF(value);
        return -1;
    }
    return 0;
#endif
}

#if _INSULATE_API < 0x030d0000
/* The minor version of the CPython that runs the module. */
_INSULATE_INLINE int
_Insulate_RunningMinor(void)
{
#  if _INSULATE_LIMITED
    /* "3.11.7 (main, ...)"; Py_Version is 3.11's. */
    const char *text = Py_GetVersion();
    int minor = 0;
    while (*text != '\0' && *text != '.') {
        text++;
    }
    if (*text == '.') {
        text++;
    }
    for (; *text >= '0' && *text <= '9'; text++) {
        minor = 10 * minor + (*text - '0');
    }
    return minor;
#  else
    return PY_MINOR_VERSION;
#  endif
}
#endif

#if !_INSULATE_LIMITED
/* The module of a heap type as it is stored, without an exception if there is none. */
_INSULATE_INLINE PyObject *
_Insulate_ModuleWithin(PyTypeObject *type)
{
    if (!PyType_HasFeature(type, Py_TPFLAGS_HEAPTYPE)) {
        return _INSULATE_NULL;
    }
    return ((PyHeapTypeObject *)type)->ht_module;
}
#endif

/* Insulate_IsHeapType: whether a type was made at run time.
 *   type: any type.
 * Returns: 1 or 0.
 * Errors: none.
 * Thread state: attached.
 * Since: 0.1.
 * Source: C-API "Type Objects", Py_TPFLAGS_HEAPTYPE.
 */
_INSULATE_INLINE int
Insulate_IsHeapType(PyTypeObject *type)
{
    return (PyType_GetFlags(type) & Py_TPFLAGS_HEAPTYPE) != 0;
}

#if _INSULATE_LIMITED && _INSULATE_API < 0x030d0000
/* 1 and *borrowed*: the module of `type`, if `definition` is its definition; 0 if not;
 * -1 with an exception. */
_INSULATE_INLINE int
_Insulate_ModuleIfOf(PyTypeObject *type, PyModuleDef *definition, PyObject **out_module)
{
    PyObject *module;

    if (!Insulate_IsHeapType(type)) {
        return 0;
    }
    module = PyType_GetModule(type);
    if (module == _INSULATE_NULL) {
        if (!PyErr_ExceptionMatches(PyExc_TypeError)) {
            return -1;
        }
        PyErr_Clear();
        return 0;
    }
    if (PyModule_GetDef(module) != definition) {
        PyErr_Clear();
        return 0;
    }
    *out_module = module;
    return 1;
}
#endif

/* Insulate_GetModuleByDef: PyType_GetModuleByDef of 3.11, and of 3.13's limited API.
 *   type: any type.
 *   definition: the definition, or PREFIX_module_token().
 * Returns: *borrowed*: the module of the first class of the MRO made by a module of
 *   that definition, or NULL.
 * Errors: TypeError if there is none.
 * Thread state: attached.  Not in traverse functions.
 * Since: 0.1.
 * Source: Guide "Module State Access from Slot Methods, Getters and Setters".
 */
_INSULATE_INLINE PyObject *
Insulate_GetModuleByDef(PyTypeObject *type, PyModuleDef *definition)
{
#if _INSULATE_API >= 0x030d0000 || (!_INSULATE_LIMITED && PY_VERSION_HEX >= 0x030b0000)
    return PyType_GetModuleByDef(type, definition);
#elif !_INSULATE_LIMITED
    /* The MRO is gone when the collector has cleared the type. */
    PyObject *mro = type->tp_mro;
    Py_ssize_t n_bases = mro == _INSULATE_NULL ? 0 : PyTuple_GET_SIZE(mro);
    for (Py_ssize_t i = 0; i < n_bases; i++) {
        PyObject *module =
            _Insulate_ModuleWithin((PyTypeObject *)PyTuple_GET_ITEM(mro, i));
        if (module != _INSULATE_NULL && PyModule_GetDef(module) == definition) {
            return module;
        }
    }
    PyErr_Format(PyExc_TypeError,
                 "no class of the module's definition among the bases of '%.200s'",
                 type->tp_name);
    return _INSULATE_NULL;
#else
    /* A metaclass may answer anything for __mro__: all of it is checked, and the
     * module's definition says whether its state has the layout that the caller
     * expects. */
    PyObject *found = _INSULATE_NULL;
    PyObject *mro;
    Py_ssize_t n_bases;
    int is_found = _Insulate_ModuleIfOf(type, definition, &found);

    if (is_found != 0) {
        return found;
    }
    mro = PyObject_GetAttrString((PyObject *)type, "__mro__");
    if (mro == _INSULATE_NULL) {
        return _INSULATE_NULL;
    }
    n_bases = PyTuple_Check(mro) ? PyTuple_Size(mro) : 0;
    for (Py_ssize_t i = 0; i < n_bases && is_found == 0; i++) {
        PyObject *base = PyTuple_GetItem(mro, i);
        if (PyType_Check(base)) {
            is_found = _Insulate_ModuleIfOf((PyTypeObject *)base, definition, &found);
        }
    }
    Py_DECREF(mro);
    if (is_found == 0) {
        PyErr_SetString(PyExc_TypeError,
                        "no class of the module's definition among the bases");
    }
    return found;
#endif
}

/* INSULATE_PORTABLE_MODULE_STATE: define it before the header to have the state of a
 * module object from PyModule_GetState only, as in the limited API and with CPythons
 * newer than this header.  Otherwise functions and constructors read it where CPython
 * 3.9 to 3.15 keep it.  That place is not a part of the API: it is compared with the
 * answer of PyModule_GetState when a module object is executed, and the import fails if
 * they differ.
 * Returns: nothing.
 * Errors: SystemError, at the import, if it is needed and not defined.
 * Thread state: not needed; it is for the preprocessor.
 * Since: 0.1.
 * Source: CPython's Include/internal/pycore_moduleobject.h.
 */
#if !_INSULATE_LIMITED && PY_VERSION_HEX < 0x03100000                                  \
    && !defined(INSULATE_PORTABLE_MODULE_STATE) && !defined(PYPY_VERSION)              \
    && !defined(GRAALVM_PYTHON)
#  define _INSULATE_FAST 1
#  if PY_VERSION_HEX < 0x030f0000
#    define _INSULATE_N_BEFORE_STATE 2 /* md_dict, md_def */
#  else
#    define _INSULATE_N_BEFORE_STATE 1 /* md_dict */
#  endif
#else
#  define _INSULATE_FAST 0
#endif

#if _INSULATE_FAST
/* Where the state of a module object is, if it is where it is expected. */
_INSULATE_INLINE void *
_Insulate_ExpectedState(PyObject *module)
{
    return *(void **)(void *)((char *)module + sizeof(PyObject)
                              + _INSULATE_N_BEFORE_STATE * sizeof(void *));
}
#endif

/* PyModule_GetState of what is a module object. */
_INSULATE_INLINE void *
_Insulate_ModuleState(PyObject *module)
{
#if _INSULATE_FAST
    assert(PyModule_Check(module));
    return _Insulate_ExpectedState(module);
#else
    return PyModule_GetState(module);
#endif
}

/* The state of the module of a heap type; NULL and TypeError if it has none. */
_INSULATE_INLINE void *
_Insulate_StateOfClass(PyTypeObject *cls)
{
#if !_INSULATE_LIMITED
    PyObject *module = ((PyHeapTypeObject *)cls)->ht_module;
    /* Whoever made the class may have said anything for a module. */
    if (_INSULATE_LIKELY(module != _INSULATE_NULL
                         && Py_TYPE(module) == &PyModule_Type))
    {
        return _Insulate_ModuleState(module);
    }
#endif
    return PyType_GetModuleState(cls);
}

/* Insulate_TypeModule_DuringGC: the module of a class, for traverse functions.
 *   type: any type.
 * Returns: *borrowed*: the module, or NULL.
 * Errors: none; no exception is set and none is lost.
 * Thread state: attached, or inside of a collection.
 * Since: 0.1.
 * Source: C-API "Supporting Cyclic Garbage Collection", PyType_GetModule_DuringGC.
 */
_INSULATE_INLINE PyObject *
Insulate_TypeModule_DuringGC(PyTypeObject *type)
{
#if _INSULATE_API >= 0x030f0000
    return PyType_GetModule_DuringGC(type);
#elif !_INSULATE_LIMITED
    return _Insulate_ModuleWithin(type);
#else
    PyObject *module = _INSULATE_NULL;
    if (Insulate_IsHeapType(type)) {
        PyObject *kind, *value, *traceback;
        PyErr_Fetch(&kind, &value, &traceback);
        module = PyType_GetModule(type);
        PyErr_Restore(kind, value, traceback);
    }
    return module;
#endif
}

/* Insulate_ModuleState_DuringGC: PyModule_GetState, for traverse functions.
 *   module: a module object.
 * Returns: the state, or NULL.
 * Errors: none; no exception is set.
 * Thread state: attached, or inside of a collection.
 * Since: 0.1.
 * Source: C-API "Supporting Cyclic Garbage Collection", PyModule_GetState_DuringGC.
 */
_INSULATE_INLINE void *
Insulate_ModuleState_DuringGC(PyObject *module)
{
#if _INSULATE_API >= 0x030f0000
    return PyModule_GetState_DuringGC(module);
#else
    return PyModule_GetState(module);
#endif
}

/* Insulate_TypeModuleState_DuringGC: PyType_GetModuleState, for traverse functions.
 *   type: the defining class.
 * Returns: the state of its module, or NULL.
 * Errors: none; no exception is set and none is lost.
 * Thread state: attached, or inside of a collection.
 * Since: 0.1.
 * Source: C-API "Supporting Cyclic Garbage Collection", PyType_GetModuleState_DuringGC.
 */
_INSULATE_INLINE void *
Insulate_TypeModuleState_DuringGC(PyTypeObject *type)
{
    PyObject *module = Insulate_TypeModule_DuringGC(type);
    return module == _INSULATE_NULL ? _INSULATE_NULL
                                    : Insulate_ModuleState_DuringGC(module);
}

/* One of the slots that this header asks for; of a static type only where the API can
 * say: 3.9's PyType_GetSlot cannot. */
_INSULATE_INLINE void *
_Insulate_TypeSlot(PyTypeObject *type, int slot)
{
#if !_INSULATE_LIMITED
    switch (slot) {
    case Py_tp_base:
        return type->tp_base;
    case Py_tp_new:
        return _INSULATE_POINTER(type->tp_new);
    case Py_tp_traverse:
        return _INSULATE_POINTER(type->tp_traverse);
    case Py_tp_clear:
        return _INSULATE_POINTER(type->tp_clear);
    case Py_tp_dealloc:
        return _INSULATE_POINTER(type->tp_dealloc);
    default:
        return PyType_GetSlot(type, slot);
    }
#else
#  if _INSULATE_API < 0x030a0000
    if (!Insulate_IsHeapType(type) && _Insulate_RunningMinor() < 10) {
        return _INSULATE_NULL;
    }
#  endif
    return PyType_GetSlot(type, slot);
#endif
}

/* Whether a type itself, not a base of it, has that method table. */
_INSULATE_INLINE int
_Insulate_IsOwnClass(PyTypeObject *type, const PyMethodDef *methods)
{
#if !_INSULATE_LIMITED
    return type->tp_methods == methods;
#else
    return _Insulate_TypeSlot(type, Py_tp_methods) == (const void *)methods;
#endif
}

/* Insulate_FindClass: the class of this module that an instance's data belongs to.
 *   type: the type of any object.
 *   methods: the method table of the class: its identity, whichever module object made
 *     it.
 * Returns: *borrowed*: the first of the type and its bases with that table, or NULL.
 * Errors: none.
 * Thread state: attached, or inside of a collection.
 * Since: 0.1.
 * Source: C-API "Type Objects", tp_methods (which is not inherited), tp_base.
 */
_INSULATE_INLINE PyTypeObject *
Insulate_FindClass(PyTypeObject *type, const PyMethodDef *methods)
{
    /* A class with data of its own is on the chain of tp_base of all its subclasses,
     * also with multiple inheritance: that chain is the one of the memory layout. */
    while (type != _INSULATE_NULL && !_Insulate_IsOwnClass(type, methods)) {
        type = (PyTypeObject *)_Insulate_TypeSlot(type, Py_tp_base);
    }
    return type;
}

#if _INSULATE_API < 0x030c0000
/* bytes: an instance of a class.  It cannot fail, because traverse and dealloc functions
 * need it: the limited API, which could only read __basicsize__, gets it from where
 * PyTypeObject has had it in every CPython, after the head (fixed for abi3) and the name;
 * _Insulate_BasicSizeIfTold compares the two. */
_INSULATE_INLINE Py_ssize_t
_Insulate_BasicSize(PyTypeObject *type)
{
#  if !_INSULATE_LIMITED
    return type->tp_basicsize;
#  else
    return *(Py_ssize_t *)(void *)((char *)type + sizeof(PyVarObject) + sizeof(char *));
#  endif
}

/* The same, or -1 with an exception if that is not what __basicsize__ says. */
_INSULATE_INLINE Py_ssize_t
_Insulate_BasicSizeIfTold(PyTypeObject *type)
{
#  if !_INSULATE_LIMITED
    return type->tp_basicsize;
#  else
    PyObject *number = PyObject_GetAttrString((PyObject *)type, "__basicsize__");
    Py_ssize_t size;
    if (number == _INSULATE_NULL) {
        return -1;
    }
    size = PyLong_AsSsize_t(number);
    Py_DECREF(number);
    if (size >= 0 && size != _Insulate_BasicSize(type)) {
        PyErr_SetString(PyExc_SystemError,
                        "this Python keeps the size of classes elsewhere: build the "
                        "module with Py_LIMITED_API 0x030c0000 or newer");
        return -1;
    }
    return size;
#  endif
}
#endif

/* Data of a class with a negative basicsize starts at this alignment (PEP 697). */
#define _INSULATE_ALIGNMENT 16
#define _INSULATE_ALIGN(SIZE)                                                          \
    (((SIZE) + (_INSULATE_ALIGNMENT - 1)) & ~(Py_ssize_t)(_INSULATE_ALIGNMENT - 1))

/* Insulate_GetTypeData: PyObject_GetTypeData of 3.12: what a class appended to its
 * base's memory because its spec has a negative basicsize.
 *   self: an instance of `cls` or of a subclass.
 *   cls: a class that Insulate_NewType or Insulate_AddType made.
 * Returns: the data.
 * Errors: none.
 * Thread state: attached.
 * Since: 0.1.
 * Source: PEP 697.
 */
_INSULATE_INLINE void *
Insulate_GetTypeData(PyObject *self, PyTypeObject *cls)
{
#if _INSULATE_API >= 0x030c0000
    return PyObject_GetTypeData(self, cls);
#else
    PyTypeObject *base = (PyTypeObject *)_Insulate_TypeSlot(cls, Py_tp_base);
    return (void *)((char *)self + _INSULATE_ALIGN(_Insulate_BasicSize(base)));
#endif
}

/* Insulate_TypeData_DuringGC: Insulate_GetTypeData, for traverse functions.
 *   self: an instance of `cls` or of a subclass.
 *   cls: a class that Insulate_NewType or Insulate_AddType made.
 * Returns: the data.
 * Errors: none; no exception is set.
 * Thread state: attached, or inside of a collection.
 * Since: 0.1.
 * Source: C-API "Supporting Cyclic Garbage Collection", PyObject_GetTypeData_DuringGC.
 */
_INSULATE_INLINE void *
Insulate_TypeData_DuringGC(PyObject *self, PyTypeObject *cls)
{
#if _INSULATE_API >= 0x030f0000
    return PyObject_GetTypeData_DuringGC(self, cls);
#else
    return Insulate_GetTypeData(self, cls);
#endif
}

/* -------------------------------------------------- classes */

/* INSULATE_RELATIVE_OFFSET: Py_RELATIVE_OFFSET of 3.12: the member's offset counts from
 * the data of a class whose spec has a negative basicsize.
 * Returns: a flag of PyMemberDef.
 * Errors: none.
 * Thread state: not needed; it is a constant.
 * Since: 0.1.
 * Source: PEP 697.
 */
#define INSULATE_RELATIVE_OFFSET 8

/* INSULATE_NO_INSTANCES: a flag for a PyType_Spec: Python code cannot make instances.
 * Before 3.10, which does not know it, Insulate_NewType takes tp_new away, or, for a
 * class that can have subclasses and in the limited API, lets tp_new refuse.
 * Returns: a flag of PyType_Spec.
 * Errors: none.
 * Thread state: not needed; it is a constant.
 * Since: 0.1.
 * Source: Guide "Changing Static Types to Heap Types".
 */
#define INSULATE_NO_INSTANCES (1UL << 7)

/* INSULATE_IMMUTABLE_IF_POSSIBLE: a flag for a PyType_Spec: Python code cannot set the
 * attributes of the class; without effect on 3.9, where a heap type is always mutable.
 * Returns: a flag of PyType_Spec.
 * Errors: none.
 * Thread state: not needed; it is a constant.
 * Since: 0.1.
 * Source: Guide "Changing Static Types to Heap Types".
 */
#define INSULATE_IMMUTABLE_IF_POSSIBLE (1UL << 8)

/* INSULATE_IMMUTABLE: the same flag where it must have its effect: the module does not
 * compile if it has to run on 3.9.
 * Returns: a flag of PyType_Spec.
 * Errors: a compile error before 3.10.
 * Thread state: not needed; it is a constant.
 * Since: 0.1.
 * Source: Guide "Changing Static Types to Heap Types".
 */
#if _INSULATE_API >= 0x030a0000
#  define INSULATE_IMMUTABLE INSULATE_IMMUTABLE_IF_POSSIBLE
#else
#  define INSULATE_IMMUTABLE _Insulate_python_3_9_has_no_immutable_heap_types
#endif

#if _INSULATE_API < 0x030c0000
/* tp_new of a class without instances, where the flag for that is not known. */
_INSULATE_INLINE PyObject *
_Insulate_RefuseNew(PyTypeObject *type, PyObject *args, PyObject *kwargs)
{
    PyObject *name = PyObject_GetAttrString((PyObject *)type, "__name__");
    (void)args;
    (void)kwargs;
    if (name != _INSULATE_NULL) {
        PyErr_Format(PyExc_TypeError, "cannot create '%U' instances", name);
        Py_DECREF(name);
    }
    return _INSULATE_NULL;
}

/* bytes: the basicsize of the base that an extension of it comes after; -1 on error. */
_INSULATE_INLINE Py_ssize_t
_Insulate_SizeOfBases(PyObject *bases, const PyType_Slot *slots)
{
    Py_ssize_t largest = _Insulate_BasicSizeIfTold(&PyBaseObject_Type);

    if (largest < 0) {
        return -1;
    }
    for (; bases == _INSULATE_NULL && slots->slot != 0; slots++) {
        if (slots->slot == Py_tp_base || slots->slot == Py_tp_bases) {
            bases = (PyObject *)slots->pfunc;
        }
    }
    if (bases != _INSULATE_NULL && PyTuple_Check(bases)) {
        Py_ssize_t n_bases = PyTuple_Size(bases);
        for (Py_ssize_t i = 0; i < n_bases; i++) {
            PyObject *base = PyTuple_GetItem(bases, i);
            Py_ssize_t size = _Insulate_BasicSizeIfTold((PyTypeObject *)base);
            if (size < 0) {
                return -1;
            }
            largest = size > largest ? size : largest;
        }
    }
    else if (bases != _INSULATE_NULL) {
        largest = _Insulate_BasicSizeIfTold((PyTypeObject *)bases);
    }
    return largest;
}

/* *Owned* (PyMem_Free): `members` with offsets that count from the object. */
_INSULATE_INLINE PyMemberDef *
_Insulate_AbsoluteMembers(const PyMemberDef *members, Py_ssize_t offset)
{
    size_t n_members = 0;
    PyMemberDef *copy;

    while (members[n_members].name != _INSULATE_NULL) {
        n_members++;
    }
    copy = (PyMemberDef *)PyMem_Malloc((n_members + 1) * sizeof(PyMemberDef));
    if (copy == _INSULATE_NULL) {
        PyErr_NoMemory();
        return _INSULATE_NULL;
    }
    for (size_t i = 0; i <= n_members; i++) {
        copy[i] = members[i];
        if (i < n_members && (copy[i].flags & INSULATE_RELATIVE_OFFSET)) {
            copy[i].flags &= ~INSULATE_RELATIVE_OFFSET;
            copy[i].offset += offset;
        }
    }
    return copy;
}

/* The class of `spec` on a CPython that knows less than the newest: a changed copy of
 * the spec and of its slots. */
_INSULATE_INLINE PyObject *
_Insulate_TypeFromOlderSpec(PyObject *module, const PyType_Spec *spec, PyObject *bases)
{
    PyType_Spec copy = *spec;
    PyType_Slot *slots;
    PyMemberDef *members = _INSULATE_NULL;
    PyObject *type = _INSULATE_NULL;
    size_t n_slots = 0;
    const int forget_flags = _Insulate_RunningMinor() < 10;
    const int refuse = forget_flags && (spec->flags & INSULATE_NO_INSTANCES)
                       && (_INSULATE_LIMITED || (spec->flags & Py_TPFLAGS_BASETYPE));

    while (spec->slots[n_slots].slot != 0) {
        n_slots++;
    }
    slots = (PyType_Slot *)PyMem_Malloc((n_slots + 2) * sizeof(PyType_Slot));
    if (slots == _INSULATE_NULL) {
        PyErr_NoMemory();
        return _INSULATE_NULL;
    }
    for (size_t i = 0; i <= n_slots; i++) {
        slots[i] = spec->slots[i];
    }
    copy.slots = slots;
    if (forget_flags) {
        copy.flags &=
            ~(unsigned int)(INSULATE_NO_INSTANCES | INSULATE_IMMUTABLE_IF_POSSIBLE);
    }
    if (refuse) {
        slots[n_slots].slot = Py_tp_new;
        slots[n_slots].pfunc = _INSULATE_POINTER(_Insulate_RefuseNew);
        slots[n_slots + 1].slot = 0;
        slots[n_slots + 1].pfunc = _INSULATE_NULL;
    }
    if (spec->basicsize < 0) {
        Py_ssize_t size = _Insulate_SizeOfBases(bases, spec->slots);
        if (size < 0) {
            goto done;
        }
        size = _INSULATE_ALIGN(size);
        copy.basicsize = (int)(size - spec->basicsize);
        for (size_t i = 0; i < n_slots; i++) {
            if (slots[i].slot == Py_tp_members && members == _INSULATE_NULL) {
                members =
                    _Insulate_AbsoluteMembers((PyMemberDef *)slots[i].pfunc, size);
                if (members == _INSULATE_NULL) {
                    goto done;
                }
                slots[i].pfunc = members;
            }
        }
    }
    type = PyType_FromModuleAndSpec(module, &copy, bases);
#  if !_INSULATE_LIMITED
    if (type != _INSULATE_NULL && forget_flags && !refuse
        && (spec->flags & INSULATE_NO_INSTANCES))
    {
        ((PyTypeObject *)type)->tp_new = _INSULATE_NULL;
        PyType_Modified((PyTypeObject *)type);
    }
#  endif
done:
    PyMem_Free(slots);
    PyMem_Free(members);
    return type;
}
#endif

/* The class of `spec`; the name has a dot. */
_INSULATE_INLINE PyObject *
_Insulate_TypeFromSpec(PyObject *module, PyType_Spec *spec, PyObject *bases)
{
#if _INSULATE_API < 0x030c0000
    PyObject *tuple;
    PyObject *type;

    /* 3.9 knows only a tuple. */
    if (bases == _INSULATE_NULL || PyTuple_Check(bases)) {
        return _Insulate_TypeFromOlderSpec(module, spec, bases);
    }
    tuple = PyTuple_Pack(1, bases);
    if (tuple == _INSULATE_NULL) {
        return _INSULATE_NULL;
    }
    type = _Insulate_TypeFromOlderSpec(module, spec, tuple);
    Py_DECREF(tuple);
    return type;
#else
    return PyType_FromModuleAndSpec(module, spec, bases);
#endif
}

#if !_INSULATE_LIMITED
/* The class of `spec` whose name has no dot, as a static type without one is: its
 * __module__ is builtins and its tp_name has no dot either. */
_INSULATE_INLINE PyObject *
_Insulate_TypeWithoutDot(PyObject *module, PyType_Spec *spec, PyObject *bases)
{
    static const char prefix[] = "builtins.";
    PyType_Spec copy = *spec;
    PyObject *type;
    size_t length = 0;
    char *name;

    while (spec->name[length] != '\0') {
        length++;
    }
    name = (char *)PyMem_Malloc(sizeof(prefix) + length);
    if (name == _INSULATE_NULL) {
        PyErr_NoMemory();
        return _INSULATE_NULL;
    }
    for (size_t i = 0; i < sizeof(prefix) - 1; i++) {
        name[i] = prefix[i];
    }
    for (size_t i = 0; i <= length; i++) {
        name[sizeof(prefix) - 1 + i] = spec->name[i];
    }
    copy.name = name;
    type = _Insulate_TypeFromSpec(module, &copy, bases);
    if (type != _INSULATE_NULL) {
        /* Up to 3.10 tp_name points to what the spec said; later it is a copy that the
         * class frees through another pointer. */
        ((PyTypeObject *)type)->tp_name = spec->name;
    }
    PyMem_Free(name);
    return type;
}
#endif

/* The last part of a dotted name. */
_INSULATE_INLINE const char *
_Insulate_LastName(const char *name)
{
    const char *last = name;
    for (; *name != '\0'; name++) {
        if (*name == '.') {
            last = name + 1;
        }
    }
    return last;
}

/* Insulate_NewType: makes a heap type, the same on every CPython.
 *   module: the module object it belongs to.
 *   spec: the description: INSULATE_NO_INSTANCES, INSULATE_IMMUTABLE_IF_POSSIBLE,
 *     negative basicsize and INSULATE_RELATIVE_OFFSET work on all versions; a name
 *     without a dot makes what a static type without a dot is (not in the limited API).
 *   bases: a class, a tuple of classes, or NULL.
 * Returns: *owned*: the class, or NULL.
 * Errors: what PyType_FromModuleAndSpec raises; MemoryError.
 * Thread state: attached.
 * Since: 0.1.
 * Source: Guide "Defining Heap Types".
 */
_INSULATE_INLINE PyTypeObject *
Insulate_NewType(PyObject *module, PyType_Spec *spec, PyObject *bases)
{
#if !_INSULATE_LIMITED
    if (_Insulate_LastName(spec->name) == spec->name) {
        return (PyTypeObject *)_Insulate_TypeWithoutDot(module, spec, bases);
    }
#endif
    return (PyTypeObject *)_Insulate_TypeFromSpec(module, spec, bases);
}

/* Insulate_AddType: makes a heap type, keeps it in the module state and adds it to the
 * module's dictionary under the last part of its name.
 *   module: the module object it belongs to.
 *   field: the TYPE field of the module state; it must be NULL.
 *   spec: as for Insulate_NewType.
 *   bases: a class, a tuple of classes, or NULL.
 * Returns: 0, or -1; then the field is NULL or the state's functions release it.
 * Errors: what making the class and setting the attribute raise.
 * Thread state: attached.
 * Since: 0.1.
 * Source: Guide "Defining Heap Types".
 */
_INSULATE_INLINE _INSULATE_CHECKED int
Insulate_AddType(PyObject *module, PyTypeObject **field, PyType_Spec *spec,
                 PyObject *bases)
{
    *field = Insulate_NewType(module, spec, bases);
    if (*field == _INSULATE_NULL) {
        return -1;
    }
    return Insulate_AddObjectRef(module, _Insulate_LastName(spec->name),
                                 (PyObject *)*field);
}

/* Insulate_AddException: makes an exception class, keeps it in the module state and
 * adds it to the module's dictionary under the last part of its name.
 *   module: the module object it belongs to.
 *   field: the OBJECT field of the module state; it must be NULL.
 *   name: the dotted name.
 *   doc: the documentation, or NULL.
 *   base: a class, a tuple of classes, or NULL for Exception.
 * Returns: 0, or -1; then the field is NULL or the state's functions release it.
 * Errors: what making the class and setting the attribute raise.
 * Thread state: attached.
 * Since: 0.1.
 * Source: Guide "Managing Per-Module State".
 */
_INSULATE_INLINE _INSULATE_CHECKED int
Insulate_AddException(PyObject *module, PyObject **field, const char *name,
                      const char *doc, PyObject *base)
{
    *field = PyErr_NewExceptionWithDoc(name, doc, base, _INSULATE_NULL);
    if (*field == _INSULATE_NULL) {
        return -1;
    }
    return Insulate_AddObjectRef(module, _Insulate_LastName(name), *field);
}

#if _INSULATE_API >= 0x030e0000 || (!_INSULATE_LIMITED && PY_VERSION_HEX >= 0x030a0000)
/* INSULATE_HAS_FREEZE: defined where Insulate_FreezeType is: from 3.10 on in the full
 * API, from 3.14 on in the limited one.
 * Returns: 1.
 * Errors: none.
 * Thread state: not needed; it is a constant.
 * Since: 0.1.
 * Source: C-API "Type Objects", PyType_Freeze.
 */
#  define INSULATE_HAS_FREEZE 1

/* Insulate_FreezeType: makes a class immutable once C code has set its attributes
 * (see INSULATE_HAS_FREEZE).
 *   type: a heap type of this module that no other thread uses yet.
 * Returns: 0, or -1.
 * Errors: what PyType_Freeze raises.
 * Thread state: attached.
 * Since: 0.1.
 * Source: C-API "Type Objects", PyType_Freeze.
 */
_INSULATE_INLINE _INSULATE_CHECKED int
Insulate_FreezeType(PyTypeObject *type)
{
#  if PY_VERSION_HEX >= 0x030e0000
    return PyType_Freeze(type);
#  else
    type->tp_flags |= INSULATE_IMMUTABLE_IF_POSSIBLE;
    PyType_Modified(type);
    return 0;
#  endif
}
#endif

#if !_INSULATE_LIMITED
/* Insulate_SetTypeVectorcall: lets calls of a class skip tp_new and tp_init; the slot
 * for that is 3.14's.  Not in the limited API.
 *   type: a heap type of this module that no other thread uses yet.
 *   function: what the call does.
 * Errors: none.
 * Thread state: attached.
 * Since: 0.1.
 * Source: C-API "Type Objects", tp_vectorcall.
 */
_INSULATE_INLINE void
Insulate_SetTypeVectorcall(PyTypeObject *type, vectorcallfunc function)
{
    type->tp_vectorcall = function;
}
#endif

/* Insulate_RefuseReduce: a METH_O method, for __reduce_ex__: refuses what a static type
 * without tp_new refuses with all protocols, pickling and copying.
 *   self: the object.
 *   protocol: not used.
 * Returns: NULL.
 * Errors: TypeError.
 * Thread state: attached.
 * Since: 0.1.
 * Source: bpo-41052.
 */
_INSULATE_INLINE PyObject *
Insulate_RefuseReduce(PyObject *self, PyObject *protocol)
{
    PyObject *name = PyObject_GetAttrString((PyObject *)Py_TYPE(self), "__name__");
    (void)protocol;
    if (name != _INSULATE_NULL) {
        PyErr_Format(PyExc_TypeError, "cannot pickle '%U' object", name);
        Py_DECREF(name);
    }
    return _INSULATE_NULL;
}

/* Insulate_RefuseOldReduce: a METH_O method, for __reduce_ex__: does what a static type
 * without tp_new did.  Protocols 0 and 1 are refused, which take a heap type for a
 * class that Python code made; the others are object's.
 *   self: the object.
 *   protocol: the pickling protocol, an int.
 * Returns: what object.__reduce_ex__ gives, or NULL.
 * Errors: TypeError for protocols below 2; what object.__reduce_ex__ raises.
 * Thread state: attached.
 * Since: 0.1.
 * Source: bpo-41052.
 */
_INSULATE_INLINE PyObject *
Insulate_RefuseOldReduce(PyObject *self, PyObject *protocol)
{
    long number = PyLong_AsLong(protocol);
    if (number == -1 && PyErr_Occurred()) {
        return _INSULATE_NULL;
    }
    if (number < 2) {
        return Insulate_RefuseReduce(self, protocol);
    }
    return PyObject_CallMethod((PyObject *)&PyBaseObject_Type, "__reduce_ex__", "OO",
                               self, protocol);
}

/* Insulate_Free: the end of a dealloc function: frees the memory, then drops the type.
 *   self: an object without references, not tracked, its fields released.
 * Errors: none.
 * Thread state: attached.
 * Since: 0.1.
 * Source: Guide "Garbage-Collection Protocol".
 */
_INSULATE_INLINE void
Insulate_Free(PyObject *self)
{
    PyTypeObject *type = Py_TYPE(self);
#if !_INSULATE_LIMITED
    type->tp_free(self);
#else
    ((freefunc)(uintptr_t)PyType_GetSlot(type, Py_tp_free))(self);
#endif
    Py_DECREF(type);
}

/* Insulate_Finalize: calls the class's Py_tp_finalize, if it has one; the beginning of
 * a dealloc function.  In the limited API the finalizer is called with the reference
 * count that it would have elsewhere, too.
 *   self: an object without references, tracked.
 * Returns: 0, or -1 if the finalizer brought it back to life: then return at once.
 * Errors: none.
 * Thread state: attached.
 * Since: 0.1.
 * Source: PEP 442.
 */
_INSULATE_INLINE _INSULATE_CHECKED int
Insulate_Finalize(PyObject *self)
{
#if !_INSULATE_LIMITED
    if (Py_TYPE(self)->tp_finalize == _INSULATE_NULL) {
        return 0;
    }
    return PyObject_CallFinalizerFromDealloc(self);
#else
    destructor finalize =
        (destructor)(uintptr_t)PyType_GetSlot(Py_TYPE(self), Py_tp_finalize);
    if (finalize == _INSULATE_NULL || PyObject_GC_IsFinalized(self)) {
        return 0;
    }
    Py_SET_REFCNT(self, 1);
    finalize(self);
    if (Py_REFCNT(self) > 1) {
        Py_SET_REFCNT(self, Py_REFCNT(self) - 1);
        return -1;
    }
    Py_SET_REFCNT(self, 0);
    return 0;
#endif
}

/* Insulate_Alloc: memory of a new instance of a heap type, zeroed and tracked; instead
 * of PyObject_New, which fits no heap type with garbage collection.
 *   type: the class, or a subclass.
 * Returns: *owned*: the instance, or NULL.
 * Errors: MemoryError.
 * Thread state: attached.
 * Since: 0.1.
 * Source: Guide "Garbage-Collection Protocol".
 */
_INSULATE_INLINE PyObject *
Insulate_Alloc(PyTypeObject *type)
{
#if !_INSULATE_LIMITED
    return type->tp_alloc(type, 0);
#else
    allocfunc alloc = (allocfunc)(uintptr_t)PyType_GetSlot(type, Py_tp_alloc);
    return alloc(type, 0);
#endif
}

/* Insulate_TraverseBase: visits what the base of a class visits, and the type once.
 *   self: an instance of `cls` or of a subclass.
 *   cls: the class whose traverse function calls this one; its base must be a class
 *     written in C.
 *   visit, arg: of the traverse function.
 * Returns: what a visit returned if it was not 0.
 * Errors: none.
 * Thread state: inside of a collection.
 * Since: 0.1.
 * Source: Guide "Garbage-Collection Protocol".
 */
_INSULATE_INLINE int
Insulate_TraverseBase(PyObject *self, PyTypeObject *cls, visitproc visit, void *arg)
{
    PyTypeObject *base = (PyTypeObject *)_Insulate_TypeSlot(cls, Py_tp_base);
    traverseproc traverse =
        (traverseproc)(uintptr_t)_Insulate_TypeSlot(base, Py_tp_traverse);
    if (!Insulate_IsHeapType(base)) {
        Py_VISIT(Py_TYPE(self));
    }
    return traverse == _INSULATE_NULL ? 0 : traverse(self, visit, arg);
}

/* -------------------------------------------------- module state */

/* What every module state starts with. */
typedef struct {
    PyObject *module;    /* *borrowed*: the state is a part of it */
    Insulate_Once *once; /* held by this module object, or NULL */
    PyTypeObject *holder_type;
    PyObject *holder_key;
    struct _Insulate_gate *gate;
} _Insulate_State;

/* INSULATE_STATE: declares the module state of a module in one C file.
 *   PREFIX: what the names of the results begin with.
 *   FIELDS: the list of fields (see "fields" above).
 * Returns: declarations:
 *   PREFIX_state: the struct; its fields are named as in the list.
 *   PREFIX_state *PREFIX_state_from_module(module): for functions of the module, whose
 *     first argument it is; any module object that INSULATE_MODULE defined.
 *   PREFIX_state *PREFIX_state_from_class(defining_class): for methods; NULL and
 *     TypeError if the class has no module.
 *   PREFIX_state *PREFIX_state_from_type(type): for class methods and tp_new, also with
 *     a subclass from elsewhere; NULL and TypeError if no base is of this module.
 *   PREFIX_state *PREFIX_state_from_self(self): the same of Py_TYPE(self), for slots,
 *     getters and setters.
 *   PREFIX_state *PREFIX_state_from_operands(left, right): for binary slots, whose left
 *     operand can be foreign.
 *   PyModuleDef *PREFIX_module_token(): for Insulate_GetModuleByDef.
 * Errors: of the functions: see there.
 * Thread state: attached, for all functions.
 * Since: 0.1.
 * Source: Guide "Managing Per-Module State", "Module State Access".
 */
#define INSULATE_STATE(PREFIX, FIELDS)                                                 \
    static PyModuleDef *PREFIX##_module_token(void);                                   \
    _INSULATE_STATE(PREFIX, FIELDS)

/* INSULATE_STATE_SHARED: INSULATE_STATE for a module of several C files: it goes into
 * their header, and INSULATE_MODULE into one of them.
 *   PREFIX, FIELDS: as for INSULATE_STATE.
 * Returns: as INSULATE_STATE.
 * Errors: as INSULATE_STATE.
 * Thread state: as INSULATE_STATE.
 * Since: 0.1.
 * Source: as INSULATE_STATE.
 */
#define INSULATE_STATE_SHARED(PREFIX, FIELDS)                                          \
    _INSULATE_C_LINKAGE _INSULATE_HIDDEN PyModuleDef *PREFIX##_module_token(void);     \
    _INSULATE_STATE(PREFIX, FIELDS)

#ifdef __cplusplus
#  define _INSULATE_C_LINKAGE extern "C"
#else
#  define _INSULATE_C_LINKAGE extern
#endif

#define _INSULATE_STATE(PREFIX, FIELDS)                                                \
    typedef struct PREFIX##_state PREFIX##_state;                                      \
    struct PREFIX##_state {                                                            \
        _Insulate_State insulate;                                                      \
        FIELDS(_INSULATE_DECLARE)                                                      \
    };                                                                                 \
    _INSULATE_FIELD_FUNCTIONS(PREFIX##_state, FIELDS)                                  \
    _INSULATE_INLINE PREFIX##_state *PREFIX##_state_from_module(PyObject *module)      \
    {                                                                                  \
        return (PREFIX##_state *)_Insulate_ModuleState(module);                        \
    }                                                                                  \
    _INSULATE_INLINE PREFIX##_state *PREFIX##_state_from_class(PyTypeObject *cls)      \
    {                                                                                  \
        return (PREFIX##_state *)(_INSULATE_LIKELY(Insulate_IsHeapType(cls))           \
                                      ? _Insulate_StateOfClass(cls)                    \
                                      : PyType_GetModuleState(cls));                   \
    }                                                                                  \
    _INSULATE_INLINE PREFIX##_state *PREFIX##_state_from_type(PyTypeObject *type)      \
    {                                                                                  \
        PyObject *module = Insulate_GetModuleByDef(type, PREFIX##_module_token());     \
        return module == _INSULATE_NULL                                                \
                   ? _INSULATE_NULL                                                    \
                   : (PREFIX##_state *)_Insulate_ModuleState(module);                  \
    }                                                                                  \
    _INSULATE_INLINE PREFIX##_state *PREFIX##_state_from_self(PyObject *self)          \
    {                                                                                  \
        return PREFIX##_state_from_type(Py_TYPE(self));                                \
    }                                                                                  \
    _INSULATE_INLINE PREFIX##_state *PREFIX##_state_from_operands(PyObject *left,      \
                                                                  PyObject *right)     \
    {                                                                                  \
        PREFIX##_state *state = PREFIX##_state_from_type(Py_TYPE(left));               \
        if (state == _INSULATE_NULL && PyErr_ExceptionMatches(PyExc_TypeError)) {      \
            PyErr_Clear();                                                             \
            state = PREFIX##_state_from_type(Py_TYPE(right));                          \
        }                                                                              \
        return state;                                                                  \
    }                                                                                  \
    _INSULATE_INLINE int _Insulate_##PREFIX##_traverse(PyObject *module,               \
                                                       visitproc visit, void *arg)     \
    {                                                                                  \
        PREFIX##_state *state =                                                        \
            (PREFIX##_state *)Insulate_ModuleState_DuringGC(module);                   \
        if (state == _INSULATE_NULL) {                                                 \
            return 0;                                                                  \
        }                                                                              \
        Py_VISIT(state->insulate.holder_type);                                         \
        return _Insulate_##PREFIX##_state_visit_fields(state, visit, arg);             \
    }                                                                                  \
    _INSULATE_INLINE int _Insulate_##PREFIX##_clear(PyObject *module)                  \
    {                                                                                  \
        PREFIX##_state *state = (PREFIX##_state *)PyModule_GetState(module);           \
        if (state != _INSULATE_NULL) {                                                 \
            _Insulate_##PREFIX##_state_clear_fields(state);                            \
            _Insulate_StateClear(&state->insulate);                                    \
        }                                                                              \
        return 0;                                                                      \
    }                                                                                  \
    _INSULATE_INLINE void _Insulate_##PREFIX##_free(void *module)                      \
    {                                                                                  \
        PREFIX##_state *state =                                                        \
            (PREFIX##_state *)PyModule_GetState((PyObject *)module);                   \
        if (state != _INSULATE_NULL) {                                                 \
            (void)_Insulate_##PREFIX##_clear((PyObject *)module);                      \
            _Insulate_##PREFIX##_state_release_fields(state);                          \
            _Insulate_StateFree(&state->insulate);                                     \
        }                                                                              \
    }

/* -------------------------------------------------- foreign callbacks */

/* Insulate_Handle: what to give to a foreign library for its callbacks: it keeps a
 * module object (and so its state) and one more object alive, and knows their
 * interpreter.  It is a root: kept in the state of the very module that it holds, it
 * keeps that until it is freed or the interpreter ends.
 * Since: 0.1.
 * Source: Guide "Lifetime of the Module State"; PEP 788.
 */
typedef struct Insulate_Handle {
    PyObject *module; /* NULL once the interpreter has ended */
    PyObject *object;
    struct _Insulate_gate *gate;
    struct Insulate_Handle *previous; /* of the gate's, under its lock */
    struct Insulate_Handle *next;
    int freed; /* while the gate still had to release the objects */
#if _INSULATE_API >= 0x030f0000
    PyInterpreterView *view;
#endif
} Insulate_Handle;

/* Who may enter an interpreter from a foreign thread.  It is closed, by a function of
 * atexit, before the interpreter ends, which waits for those inside (what the guard of
 * PEP 788 does) and releases what the handles still hold.  Shared by a module state,
 * its handles and the function of atexit. */
struct _Insulate_gate {
    PyThread_type_lock lock; /* of what follows */
    PyThread_type_lock busy; /* locked while anyone is inside */
    Py_ssize_t n_refs;
    Py_ssize_t n_inside;
    PyInterpreterState *interpreter;
    Insulate_Handle *handles;
    int closed;
};

_INSULATE_INLINE void
_Insulate_GateDrop(struct _Insulate_gate *gate)
{
    if (gate == _INSULATE_NULL
        || __atomic_sub_fetch(&gate->n_refs, 1, __ATOMIC_ACQ_REL) != 0)
    {
        return;
    }
    if (gate->lock != _INSULATE_NULL) {
        PyThread_free_lock(gate->lock);
    }
    if (gate->busy != _INSULATE_NULL) {
        PyThread_free_lock(gate->busy);
    }
    free(gate);
}

_INSULATE_INLINE void
_Insulate_GateOfCapsuleDrop(PyObject *capsule)
{
    _Insulate_GateDrop(
        (struct _Insulate_gate *)PyCapsule_GetPointer(capsule, _INSULATE_NULL));
}

/* Out of the gate's list; under its lock. */
_INSULATE_INLINE void
_Insulate_HandleUnlink(Insulate_Handle *handle)
{
    if (handle->previous != _INSULATE_NULL) {
        handle->previous->next = handle->next;
    }
    else {
        handle->gate->handles = handle->next;
    }
    if (handle->next != _INSULATE_NULL) {
        handle->next->previous = handle->previous;
    }
}

/* The memory of a handle that is in no list and holds nothing. */
_INSULATE_INLINE void
_Insulate_HandleDispose(Insulate_Handle *handle)
{
#if _INSULATE_API >= 0x030f0000
    PyInterpreterView_Close(handle->view);
#endif
    _Insulate_GateDrop(handle->gate);
    free(handle);
}

/* Releases what the handles of a closed gate hold; nobody is inside any more. */
_INSULATE_INLINE void
_Insulate_GateRelease(struct _Insulate_gate *gate)
{
    for (;;) {
        Insulate_Handle *handle;
        PyObject *module = _INSULATE_NULL;
        PyObject *object = _INSULATE_NULL;
        int freed = 0;
        (void)PyThread_acquire_lock(gate->lock, WAIT_LOCK);
        handle = gate->handles;
        if (handle != _INSULATE_NULL) {
            module = handle->module;
            object = handle->object;
            handle->module = _INSULATE_NULL;
            handle->object = _INSULATE_NULL;
            freed = handle->freed;
            _Insulate_HandleUnlink(handle);
        }
        PyThread_release_lock(gate->lock);
        if (handle == _INSULATE_NULL) {
            return;
        }
        if (freed) {
            _Insulate_HandleDispose(handle);
        }
        Py_XDECREF(object);
        Py_XDECREF(module);
    }
}

/* The function of atexit; `capsule` is its self. */
_INSULATE_INLINE PyObject *
_Insulate_GateClose(PyObject *capsule, PyObject *unused)
{
    struct _Insulate_gate *gate =
        (struct _Insulate_gate *)PyCapsule_GetPointer(capsule, _INSULATE_NULL);
    (void)unused;
    if (gate == _INSULATE_NULL) {
        return _INSULATE_NULL;
    }
    (void)PyThread_acquire_lock(gate->lock, WAIT_LOCK);
    gate->closed = 1;
    PyThread_release_lock(gate->lock);
    Py_BEGIN_ALLOW_THREADS;
    (void)PyThread_acquire_lock(gate->busy, WAIT_LOCK);
    PyThread_release_lock(gate->busy);
    Py_END_ALLOW_THREADS;
    _Insulate_GateRelease(gate);
    Py_INCREF(Py_None);
    return Py_None;
}

/* Has atexit close the gate; the registration holds a reference to it. */
_INSULATE_INLINE int
_Insulate_GateRegister(struct _Insulate_gate *gate)
{
    static PyMethodDef close_method = {"insulate_close", _Insulate_GateClose,
                                       METH_NOARGS, _INSULATE_NULL};
    PyObject *atexit = _INSULATE_NULL;
    PyObject *function = _INSULATE_NULL;
    PyObject *result = _INSULATE_NULL;
    PyObject *capsule =
        PyCapsule_New(gate, _INSULATE_NULL, _Insulate_GateOfCapsuleDrop);

    if (capsule == _INSULATE_NULL) {
        return -1;
    }
    __atomic_add_fetch(&gate->n_refs, 1, __ATOMIC_ACQ_REL);
    function = PyCFunction_NewEx(&close_method, capsule, _INSULATE_NULL);
    Py_DECREF(capsule);
    if (function != _INSULATE_NULL) {
        atexit = PyImport_ImportModule("atexit");
    }
    if (atexit != _INSULATE_NULL) {
        result = PyObject_CallMethod(atexit, "register", "O", function);
    }
    Py_XDECREF(atexit);
    Py_XDECREF(function);
    Py_XDECREF(result);
    return result == _INSULATE_NULL ? -1 : 0;
}

/* *Borrowed* from the state: the gate of a module object, made at the first use. */
_INSULATE_INLINE struct _Insulate_gate *
_Insulate_GateOf(_Insulate_State *state)
{
    struct _Insulate_gate *found = __atomic_load_n(&state->gate, __ATOMIC_ACQUIRE);
    struct _Insulate_gate *made;

    if (found != _INSULATE_NULL) {
        return found;
    }
    made = (struct _Insulate_gate *)calloc(1, sizeof(*made));
    if (made == _INSULATE_NULL) {
        PyErr_NoMemory();
        return _INSULATE_NULL;
    }
    made->n_refs = 1;
    made->interpreter = PyInterpreterState_Get();
    made->lock = PyThread_allocate_lock();
    made->busy = PyThread_allocate_lock();
    if (made->lock == _INSULATE_NULL || made->busy == _INSULATE_NULL) {
        PyErr_NoMemory();
        _Insulate_GateDrop(made);
        return _INSULATE_NULL;
    }
    if (_Insulate_GateRegister(made) < 0) {
        _Insulate_GateDrop(made);
        return _INSULATE_NULL;
    }
    if (__atomic_compare_exchange_n(&state->gate, &found, made, 0, __ATOMIC_ACQ_REL,
                                    __ATOMIC_ACQUIRE))
    {
        return made;
    }
    _Insulate_GateDrop(made);
    return found;
}

/* Counts the caller in; 0, or -1 if the interpreter ends or has ended. */
_INSULATE_INLINE int
_Insulate_GateEnter(struct _Insulate_gate *gate)
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

_INSULATE_INLINE void
_Insulate_GateLeave(struct _Insulate_gate *gate)
{
    (void)PyThread_acquire_lock(gate->lock, WAIT_LOCK);
    if (--gate->n_inside == 0) {
        PyThread_release_lock(gate->busy);
    }
    PyThread_release_lock(gate->lock);
}

/* Insulate_Entry: one stay in the interpreter of a handle; a local of the callback.
 * Since: 0.1.
 * Source: PEP 788.
 */
typedef struct {
    struct _Insulate_gate *gate;
#if _INSULATE_API >= 0x030f0000
    PyThreadStateToken *token;
#else
    PyThreadState *before; /* of another interpreter, or NULL */
    PyThreadState *made;
    PyGILState_STATE gil;
    int how;
#endif
} Insulate_Entry;

#if _INSULATE_API < 0x030f0000
enum { _INSULATE_WAS_INSIDE, _INSULATE_RESUMED, _INSULATE_MADE };
#endif

/* Insulate_HandleNew: makes a handle.
 *   module: a module object that INSULATE_MODULE defined.
 *   object: what else the callback needs, or NULL.
 * Returns: *owned* (Insulate_HandleFree), or NULL.
 * Errors: MemoryError; RuntimeError when the interpreter is ending, and in the limited
 *   API before 3.15 in an interpreter other than the main one, which that API cannot
 *   enter.
 * Thread state: attached.
 * Since: 0.1.
 * Source: Guide "Lifetime of the Module State"; PEP 788.
 */
_INSULATE_INLINE Insulate_Handle *
Insulate_HandleNew(PyObject *module, PyObject *object)
{
    _Insulate_State *state = (_Insulate_State *)PyModule_GetState(module);
    struct _Insulate_gate *gate;
    Insulate_Handle *handle;
    int closed;

#if _INSULATE_LIMITED && _INSULATE_API < 0x030f0000
    if (PyInterpreterState_GetID(PyInterpreterState_Get()) != 0) {
        PyErr_SetString(PyExc_RuntimeError,
                        "callbacks need the main interpreter in this build");
        return _INSULATE_NULL;
    }
#endif
    gate = _Insulate_GateOf(state);
    if (gate == _INSULATE_NULL) {
        return _INSULATE_NULL;
    }
    handle = (Insulate_Handle *)calloc(1, sizeof(*handle));
    if (handle == _INSULATE_NULL) {
        PyErr_NoMemory();
        return _INSULATE_NULL;
    }
#if _INSULATE_API >= 0x030f0000
    handle->view = PyInterpreterView_FromCurrent();
    if (handle->view == _INSULATE_NULL) {
        free(handle);
        return _INSULATE_NULL;
    }
#endif
    __atomic_add_fetch(&gate->n_refs, 1, __ATOMIC_ACQ_REL);
    handle->gate = gate;
    (void)PyThread_acquire_lock(gate->lock, WAIT_LOCK);
    closed = gate->closed;
    if (!closed) {
        handle->module = _Insulate_NewRef(module);
        handle->object = _Insulate_NewRef(object);
        handle->next = gate->handles;
        if (handle->next != _INSULATE_NULL) {
            handle->next->previous = handle;
        }
        gate->handles = handle;
    }
    PyThread_release_lock(gate->lock);
    if (closed) {
        PyErr_SetString(PyExc_RuntimeError,
                        "no callbacks any more: the interpreter ends");
        _Insulate_HandleDispose(handle);
        return _INSULATE_NULL;
    }
    return handle;
}

#if _INSULATE_API < 0x030f0000 && !_INSULATE_LIMITED
/* The thread state that is attached to this thread, or NULL. */
_INSULATE_INLINE PyThreadState *
_Insulate_Attached(void)
{
#  if PY_VERSION_HEX >= 0x030d0000
    return PyThreadState_GetUnchecked();
#  else
    PyThreadState *current = _PyThreadState_UncheckedGet();
#    if PY_VERSION_HEX < 0x030c0000
    /* Up to 3.11 this is the process's current one, whoever's thread it is. */
    if (current != _INSULATE_NULL && current != PyGILState_GetThisThreadState()
        && current->thread_id != PyThread_get_thread_ident())
    {
        return _INSULATE_NULL;
    }
#    endif
    return current;
#  endif
}
#endif

/* Insulate_HandleEnter: attaches the calling thread to the handle's interpreter.
 *   handle: a handle that is not freed meanwhile.
 *   entry: for Insulate_HandleLeave, in the same thread.
 * Returns: 0 inside, with a thread state attached; -1 if the interpreter is ending or
 *   gone: then nothing of Python may be used.
 * Errors: none; no exception is set.
 * Thread state: any: none, this interpreter's or another's, which is put aside.
 * Since: 0.1.
 * Source: PEP 788; C-API "Non-Python created threads".
 */
_INSULATE_INLINE _INSULATE_CHECKED int
Insulate_HandleEnter(Insulate_Handle *handle, Insulate_Entry *entry)
{
    if (_Insulate_GateEnter(handle->gate) < 0) {
        return -1;
    }
    entry->gate = handle->gate;
#if _INSULATE_API >= 0x030f0000
    entry->token = PyThreadState_EnsureFromView(handle->view);
    if (entry->token == _INSULATE_NULL) {
        _Insulate_GateLeave(entry->gate);
        return -1;
    }
    return 0;
#else
    entry->before = _INSULATE_NULL;
    entry->made = _INSULATE_NULL;
    entry->how = _INSULATE_MADE;
#  if _INSULATE_LIMITED
    entry->gil = PyGILState_Ensure();
#  else
    PyInterpreterState *interpreter = handle->gate->interpreter;
    PyThreadState *current = _Insulate_Attached();
    PyThreadState *own;
    entry->gil = PyGILState_UNLOCKED;
    if (current != _INSULATE_NULL
        && PyThreadState_GetInterpreter(current) == interpreter)
    {
        entry->how = _INSULATE_WAS_INSIDE;
        return 0;
    }
    if (current != _INSULATE_NULL) {
        entry->before = PyEval_SaveThread();
    }
    /* A thread that left this interpreter for a while comes back as itself. */
    own = PyGILState_GetThisThreadState();
    if (own != _INSULATE_NULL && PyThreadState_GetInterpreter(own) == interpreter) {
        entry->how = _INSULATE_RESUMED;
    }
    else {
        own = PyThreadState_New(interpreter);
        if (own == _INSULATE_NULL) {
            if (entry->before != _INSULATE_NULL) {
                PyEval_RestoreThread(entry->before);
            }
            _Insulate_GateLeave(entry->gate);
            return -1;
        }
        entry->made = own;
    }
    PyEval_RestoreThread(own);
#  endif
    return 0;
#endif
}

/* Insulate_HandleLeave: ends a stay; the thread has again the thread state it came
 * with.
 *   entry: of Insulate_HandleEnter.
 * Errors: none.  An exception that is set is lost if the thread came without a state.
 * Thread state: attached, as Insulate_HandleEnter left it.
 * Since: 0.1.
 * Source: PEP 788.
 */
_INSULATE_INLINE void
Insulate_HandleLeave(Insulate_Entry *entry)
{
#if _INSULATE_API >= 0x030f0000
    PyThreadState_Release(entry->token);
#else
#  if _INSULATE_LIMITED
    PyGILState_Release(entry->gil);
#  else
    if (entry->how == _INSULATE_MADE) {
        PyThreadState_Clear(entry->made);
        PyThreadState_DeleteCurrent();
    }
    else if (entry->how == _INSULATE_RESUMED) {
        (void)PyEval_SaveThread();
    }
    if (entry->before != _INSULATE_NULL) {
        PyEval_RestoreThread(entry->before);
    }
#  endif
#endif
    _Insulate_GateLeave(entry->gate);
}

/* Insulate_HandleModule: the module object of a handle.
 *   handle: a handle.
 * Returns: *borrowed* (until the handle is freed).
 * Errors: none.
 * Thread state: not needed.
 * Since: 0.1.
 * Source: Guide "Lifetime of the Module State".
 */
_INSULATE_INLINE PyObject *
Insulate_HandleModule(const Insulate_Handle *handle)
{
    return handle->module;
}

/* Insulate_HandleObject: the other object of a handle.
 *   handle: a handle.
 * Returns: *borrowed* (until the handle is freed), or NULL.
 * Errors: none.
 * Thread state: not needed.
 * Since: 0.1.
 * Source: Guide "Lifetime of the Module State".
 */
_INSULATE_INLINE PyObject *
Insulate_HandleObject(const Insulate_Handle *handle)
{
    return handle->object;
}

/* Insulate_HandleFree: ends a handle and releases its objects; those of a handle that
 * is never freed are released when the interpreter ends.
 *   handle: a handle that nobody uses any more, or NULL.
 * Errors: none.
 * Thread state: any, also none.
 * Since: 0.1.
 * Source: Guide "Lifetime of the Module State".
 */
_INSULATE_INLINE void
Insulate_HandleFree(Insulate_Handle *handle)
{
    Insulate_Entry entry;
    PyObject *module;
    PyObject *object;
    int freed;

    if (handle == _INSULATE_NULL) {
        return;
    }
    if (Insulate_HandleEnter(handle, &entry) < 0) {
        /* Whoever closes the gate releases the objects, or has. */
        (void)PyThread_acquire_lock(handle->gate->lock, WAIT_LOCK);
        freed = handle->module != _INSULATE_NULL;
        handle->freed = freed;
        PyThread_release_lock(handle->gate->lock);
        if (!freed) {
            _Insulate_HandleDispose(handle);
        }
        return;
    }
    (void)PyThread_acquire_lock(handle->gate->lock, WAIT_LOCK);
    _Insulate_HandleUnlink(handle);
    PyThread_release_lock(handle->gate->lock);
    module = handle->module;
    object = handle->object;
    _Insulate_HandleDispose(handle);
    Py_XDECREF(object);
    Py_XDECREF(module);
    Insulate_HandleLeave(&entry);
}

/* -------------------------------------------------- capsules */

/* What lies before the struct of an exported API: it lives as long as the module state
 * or the capsule, whichever is longer.  16 bytes, so that the struct is aligned. */
typedef union {
    Py_ssize_t n_refs;
    double alignment[2];
} _Insulate_Block;

_INSULATE_INLINE void *
_Insulate_BlockNew(size_t size)
{
    _Insulate_Block *block = (_Insulate_Block *)calloc(1, sizeof(*block) + size);
    if (block == _INSULATE_NULL) {
        PyErr_NoMemory();
        return _INSULATE_NULL;
    }
    block->n_refs = 1;
    return block + 1;
}

_INSULATE_INLINE void
_Insulate_BlockDrop(void *api)
{
    _Insulate_Block *block = (_Insulate_Block *)api - 1;
    if (__atomic_sub_fetch(&block->n_refs, 1, __ATOMIC_ACQ_REL) == 0) {
        free(block);
    }
}

_INSULATE_INLINE void
_Insulate_BlockOfCapsuleDrop(PyObject *capsule)
{
    _Insulate_BlockDrop(PyCapsule_GetPointer(capsule, PyCapsule_GetName(capsule)));
}

/* INSULATE_API: declares the struct that a module exports in a capsule.
 *   NAME: the struct's name.
 *   FIELDS: the list of fields; the first must not be empty of data.  A client may
 *     write the same struct by hand.
 * Returns: declarations: the struct NAME, and
 *   NAME *NAME_new(): for the field X(API, NAME, field) of the module state, which
 *     visits, clears and releases it; NULL and MemoryError.
 * Errors: see above.
 * Thread state: attached, for NAME_new.
 * Since: 0.1.
 * Source: C-API "Capsules"; Guide "Lifetime of the Module State".
 */
#define INSULATE_API(NAME, FIELDS)                                                     \
    typedef struct NAME NAME;                                                          \
    struct NAME {                                                                      \
        FIELDS(_INSULATE_DECLARE)                                                      \
    };                                                                                 \
    _INSULATE_FIELD_FUNCTIONS(NAME, FIELDS)                                            \
    _INSULATE_INLINE NAME *NAME##_new(void)                                            \
    {                                                                                  \
        return (NAME *)_Insulate_BlockNew(sizeof(NAME));                               \
    }

#define _INSULATE_DECLARE_API(CTYPE, NAME) CTYPE *NAME;
#define _INSULATE_VISIT_API(CTYPE, NAME)                                               \
    if (fields->NAME != _INSULATE_NULL) {                                              \
        int stop = _Insulate_##CTYPE##_visit_fields(fields->NAME, visit, arg);         \
        if (stop) {                                                                    \
            return stop;                                                               \
        }                                                                              \
    }
#define _INSULATE_CLEAR_API(CTYPE, NAME)                                               \
    if (fields->NAME != _INSULATE_NULL) {                                              \
        _Insulate_##CTYPE##_clear_fields(fields->NAME);                                \
    }
#define _INSULATE_RELEASE_API(CTYPE, NAME)                                             \
    if (fields->NAME != _INSULATE_NULL) {                                              \
        _Insulate_##CTYPE##_release_fields(fields->NAME);                              \
        _Insulate_BlockDrop(fields->NAME);                                             \
        fields->NAME = _INSULATE_NULL;                                                 \
    }
#define _INSULATE_FORGET_API(CTYPE, NAME)

/* Insulate_AddCapsule: exports a filled struct as an attribute of the module.
 *   module: the module object.
 *   name: the capsule's dotted name, which must stay valid; its last part is the
 *     attribute's name.
 *   api: what NAME_new made, kept in the module state.
 * Returns: 0, or -1.
 * Errors: MemoryError, what setting the attribute raises.
 * Thread state: attached.
 * Since: 0.1.
 * Source: C-API "Capsules".
 *
 * The capsule keeps the memory it points to; the objects in it belong to the module
 * state: when the module object ends they are NULL, and a capsule that holds them
 * itself would never be collected, because it lies in the module's dictionary.
 */
_INSULATE_INLINE _INSULATE_CHECKED int
Insulate_AddCapsule(PyObject *module, const char *name, void *api)
{
    PyObject *capsule = PyCapsule_New(api, name, _Insulate_BlockOfCapsuleDrop);
    int result;
    if (capsule == _INSULATE_NULL) {
        return -1;
    }
    __atomic_add_fetch(&((_Insulate_Block *)api - 1)->n_refs, 1, __ATOMIC_ACQ_REL);
    result = Insulate_AddObjectRef(module, _Insulate_LastName(name), capsule);
    Py_DECREF(capsule);
    return result;
}

/* Insulate_ImportCapsule: gets another module's API, and what keeps it alive.
 *   name: the capsule's dotted name.
 *   out_api: receives the pointer; valid while the result lives.
 * Returns: *owned*: a tuple of the capsule and its module, for an OBJECT field of the
 *   client's module state; or NULL.
 * Errors: what the import and the attribute raise; ValueError if it is no such capsule.
 * Thread state: attached.
 * Since: 0.1.
 * Source: C-API "Capsules", PyCapsule_Import.
 */
_INSULATE_INLINE PyObject *
Insulate_ImportCapsule(const char *name, void **out_api)
{
    const char *last = _Insulate_LastName(name);
    PyObject *module_name;
    PyObject *module = _INSULATE_NULL;
    PyObject *capsule = _INSULATE_NULL;
    PyObject *keeper = _INSULATE_NULL;
    void *api;

    if (last == name) {
        PyErr_SetString(PyExc_ValueError, "the name of a capsule has a dot");
        return _INSULATE_NULL;
    }
    module_name = PyUnicode_FromStringAndSize(name, last - name - 1);
    if (module_name != _INSULATE_NULL) {
        module = PyImport_Import(module_name);
        Py_DECREF(module_name);
    }
    if (module != _INSULATE_NULL) {
        capsule = PyObject_GetAttrString(module, last);
    }
    if (capsule != _INSULATE_NULL) {
        api = PyCapsule_GetPointer(capsule, name);
        if (api != _INSULATE_NULL) {
            keeper = PyTuple_Pack(2, capsule, module);
        }
        if (keeper != _INSULATE_NULL) {
            *out_api = api;
        }
    }
    Py_XDECREF(capsule);
    Py_XDECREF(module);
    return keeper;
}

/* -------------------------------------------------- the module's life */

_INSULATE_INLINE void
_Insulate_StateClear(_Insulate_State *state)
{
    Py_CLEAR(state->holder_type);
    Py_CLEAR(state->holder_key);
}

_INSULATE_INLINE void
_Insulate_StateFree(_Insulate_State *state)
{
    _Insulate_GateDrop(state->gate);
    state->gate = _INSULATE_NULL;
    if (state->once != _INSULATE_NULL) {
        Insulate_OnceReturn(state->once);
        state->once = _INSULATE_NULL;
    }
}

/* Before the module's own exec function. */
_INSULATE_INLINE int
_Insulate_StateBegin(_Insulate_State *state, PyObject *module, Insulate_Once *once)
{
    state->module = module;
#if _INSULATE_FAST
    if (PyModule_Type.tp_basicsize
            < (Py_ssize_t)(sizeof(PyObject)
                           + (_INSULATE_N_BEFORE_STATE + 1) * sizeof(void *))
        || _Insulate_ExpectedState(module) != (void *)state)
    {
        PyErr_SetString(PyExc_SystemError,
                        "this CPython keeps module state elsewhere: build the module "
                        "with INSULATE_PORTABLE_MODULE_STATE");
        return -1;
    }
#endif
    if (once != _INSULATE_NULL) {
        if (Insulate_OnceTake(once) < 0) {
            return -1;
        }
        state->once = once;
    }
    return 0;
}

/* After it failed. */
_INSULATE_INLINE void
_Insulate_StateAbandon(_Insulate_State *state)
{
    if (state->once != _INSULATE_NULL) {
        Insulate_OnceReturn(state->once);
        state->once = _INSULATE_NULL;
    }
}

#define _INSULATE_ONCE_DEFINE_ONCE(PREFIX)                                             \
    static Insulate_Once _Insulate_##PREFIX##_once;
#define _INSULATE_ONCE_DEFINE_SHARED_GIL(PREFIX)
#define _INSULATE_ONCE_DEFINE_OWN_GIL(PREFIX)
#define _INSULATE_ONCE_POINTER_ONCE(PREFIX) &_Insulate_##PREFIX##_once
#define _INSULATE_ONCE_POINTER_SHARED_GIL(PREFIX) _INSULATE_NULL
#define _INSULATE_ONCE_POINTER_OWN_GIL(PREFIX) _INSULATE_NULL
#define _INSULATE_INTERPRETERS_ONCE 0
#define _INSULATE_INTERPRETERS_SHARED_GIL 1
#define _INSULATE_INTERPRETERS_OWN_GIL 2
#define _INSULATE_GIL_GIL_USED 0
#define _INSULATE_GIL_GIL_NOT_USED 1

/* Slots 3 and 4: up to 3.11 and 3.12 their mere presence is a SystemError. */
#if _INSULATE_LIMITED && _INSULATE_API < 0x030f0000
#  define _INSULATE_MOD_INTERPRETERS 3
#  define _INSULATE_MOD_GIL 4
#else
#  define _INSULATE_MOD_INTERPRETERS Py_mod_multiple_interpreters
#  define _INSULATE_MOD_GIL Py_mod_gil
#endif
#define _INSULATE_SLOT_INTERPRETERS(SUPPORT)                                           \
    {_INSULATE_MOD_INTERPRETERS, _INSULATE_NUMBER(_INSULATE_INTERPRETERS_##SUPPORT)},
#define _INSULATE_SLOT_GIL(GIL)                                                        \
    {_INSULATE_MOD_GIL, _INSULATE_NUMBER(_INSULATE_GIL_##GIL)},

/* The tables of slots, and which of them an import takes: without the limited API one,
 * otherwise what the running CPython knows. */
#define _INSULATE_SLOTS_TABLE(PREFIX, SUFFIX, ...)                                     \
    static PyModuleDef_Slot _Insulate_##PREFIX##_slots##SUFFIX[] = {                   \
        INSULATE_SLOT(Py_mod_exec, _Insulate_##PREFIX##_exec),                         \
        __VA_ARGS__{0, _INSULATE_NULL}};
#if !_INSULATE_LIMITED && PY_VERSION_HEX < 0x030c0000
#  define _INSULATE_SLOTS(PREFIX, SUPPORT, GIL)                                        \
      static PyModuleDef_Slot _Insulate_##PREFIX##_slots[] = {                         \
          INSULATE_SLOT(Py_mod_exec, _Insulate_##PREFIX##_exec), {0, _INSULATE_NULL}};
#  define _INSULATE_CHOOSE_SLOTS(PREFIX) (void)0
#elif !_INSULATE_LIMITED && PY_VERSION_HEX < 0x030d0000
#  define _INSULATE_SLOTS(PREFIX, SUPPORT, GIL)                                        \
      _INSULATE_SLOTS_TABLE(PREFIX, , _INSULATE_SLOT_INTERPRETERS(SUPPORT))
#  define _INSULATE_CHOOSE_SLOTS(PREFIX) (void)0
#elif _INSULATE_API >= 0x030d0000
#  define _INSULATE_SLOTS(PREFIX, SUPPORT, GIL)                                        \
      _INSULATE_SLOTS_TABLE(                                                           \
          PREFIX, , _INSULATE_SLOT_INTERPRETERS(SUPPORT) _INSULATE_SLOT_GIL(GIL))
#  define _INSULATE_CHOOSE_SLOTS(PREFIX) (void)0
#else
#  define _INSULATE_CHOICE 1
#  define _INSULATE_SLOTS(PREFIX, SUPPORT, GIL)                                        \
      _INSULATE_SLOTS_TABLE(                                                           \
          PREFIX, , _INSULATE_SLOT_INTERPRETERS(SUPPORT) _INSULATE_SLOT_GIL(GIL))      \
      _INSULATE_SLOTS_TABLE(PREFIX, _of_3_12, _INSULATE_SLOT_INTERPRETERS(SUPPORT))    \
      static PyModuleDef_Slot _Insulate_##PREFIX##_slots_of_3_9[] = {                  \
          INSULATE_SLOT(Py_mod_exec, _Insulate_##PREFIX##_exec), {0, _INSULATE_NULL}};
#  define _INSULATE_CHOOSE_SLOTS(PREFIX)                                               \
      _Insulate_ChooseSlots(                                                           \
          &_Insulate_##PREFIX##_module, _Insulate_##PREFIX##_slots_of_3_9,             \
          _Insulate_##PREFIX##_slots_of_3_12, _Insulate_##PREFIX##_slots)
#endif

#ifdef _INSULATE_CHOICE
/* Each import writes the same pointer. */
_INSULATE_INLINE void
_Insulate_ChooseSlots(PyModuleDef *definition, PyModuleDef_Slot *of_3_9,
                      PyModuleDef_Slot *of_3_12, PyModuleDef_Slot *of_3_13)
{
    const int minor = _Insulate_RunningMinor();
    PyModuleDef_Slot *slots = minor < 12 ? of_3_9 : minor < 13 ? of_3_12 : of_3_13;
    __atomic_store_n(&definition->m_slots, slots, __ATOMIC_RELEASE);
}
#endif

#if _INSULATE_API >= 0x030f0000
/* clang-format off: it takes the initialisers for blocks. */
#  define _INSULATE_PYSLOT(ID, VALUE)                                                  \
      {(ID), PySlot_INTPTR | PySlot_STATIC, {0}, {_INSULATE_POINTER(VALUE)}}
#  define _INSULATE_PYSLOT_NUMBER(ID, VALUE)                                           \
      {(ID), PySlot_INTPTR, {0}, {_INSULATE_NUMBER(VALUE)}}
/* clang-format on */
/* The hook that 3.15 looks for first (PEP 793, PEP 820). */
#  define _INSULATE_EXPORT(PREFIX, NAME, DOC, METHODS, SUPPORT, GIL)                   \
      PyABIInfo_VAR(_Insulate_##PREFIX##_abi);                                         \
      static PySlot _Insulate_##PREFIX##_export[] = {                                  \
          _INSULATE_PYSLOT(Py_mod_abi, &_Insulate_##PREFIX##_abi),                     \
          _INSULATE_PYSLOT(Py_mod_name, #NAME),                                        \
          _INSULATE_PYSLOT(Py_mod_doc, DOC),                                           \
          _INSULATE_PYSLOT(Py_mod_methods, METHODS),                                   \
          _INSULATE_PYSLOT_NUMBER(Py_mod_state_size, sizeof(PREFIX##_state)),          \
          _INSULATE_PYSLOT(Py_mod_state_traverse, _Insulate_##PREFIX##_traverse),      \
          _INSULATE_PYSLOT(Py_mod_state_clear, _Insulate_##PREFIX##_clear),            \
          _INSULATE_PYSLOT(Py_mod_state_free, _Insulate_##PREFIX##_free),              \
          _INSULATE_PYSLOT(Py_mod_exec, _Insulate_##PREFIX##_exec),                    \
          _INSULATE_PYSLOT_NUMBER(Py_mod_multiple_interpreters,                        \
                                  _INSULATE_INTERPRETERS_##SUPPORT),                   \
          _INSULATE_PYSLOT_NUMBER(Py_mod_gil, _INSULATE_GIL_##GIL),                    \
          _INSULATE_PYSLOT(Py_mod_token, &_INSULATE_TOKEN(PREFIX)),                    \
          {0, 0, {0}, {_INSULATE_NULL}}};                                              \
      PyMODEXPORT_FUNC PyModExport_##NAME(void);                                       \
      PyMODEXPORT_FUNC PyModExport_##NAME(void)                                        \
      {                                                                                \
          return _Insulate_##PREFIX##_export;                                          \
      }
#else
#  define _INSULATE_EXPORT(PREFIX, NAME, DOC, METHODS, SUPPORT, GIL)
#endif

#if _INSULATE_OPAQUE
#  define _INSULATE_TOKEN(PREFIX) _Insulate_##PREFIX##_token
#  define _INSULATE_DEFINITION(PREFIX, NAME, DOC, METHODS, SUPPORT, GIL)               \
      static const char _Insulate_##PREFIX##_token = 0;
#else
#  define _INSULATE_TOKEN(PREFIX) _Insulate_##PREFIX##_module
#  define _INSULATE_DEFINITION(PREFIX, NAME, DOC, METHODS, SUPPORT, GIL)               \
      _INSULATE_SLOTS(PREFIX, SUPPORT, GIL)                                            \
      static PyModuleDef _Insulate_##PREFIX##_module = {                               \
          PyModuleDef_HEAD_INIT,                                                       \
          #NAME,                                                                       \
          DOC,                                                                         \
          (Py_ssize_t)sizeof(PREFIX##_state),                                          \
          METHODS,                                                                     \
          _Insulate_##PREFIX##_slots,                                                  \
          _Insulate_##PREFIX##_traverse,                                               \
          _Insulate_##PREFIX##_clear,                                                  \
          _Insulate_##PREFIX##_free};                                                  \
      PyMODINIT_FUNC PyInit_##NAME(void);                                              \
      PyMODINIT_FUNC PyInit_##NAME(void)                                               \
      {                                                                                \
          _INSULATE_CHOOSE_SLOTS(PREFIX);                                              \
          return PyModuleDef_Init(&_Insulate_##PREFIX##_module);                       \
      }
#endif

/* INSULATE_MODULE: defines the module, for all versions, from one declaration:
 * multi-phase initialisation (PyModuleDef and PyInit_NAME, from 3.15 also
 * PyModExport_NAME).
 *   PREFIX: that of INSULATE_STATE or INSULATE_STATE_SHARED.
 *   NAME: the module's name without its package, not in quotes.
 *   DOC: the documentation, a string.
 *   METHODS: a table of PyMethodDef; it may be empty.
 *   EXEC: int EXEC(PyObject *module, PREFIX_state *state): 0, or -1 with an exception.
 *   SUPPORT: OWN_GIL, SHARED_GIL, or ONCE: one module object a process, and the second
 *     import is an ImportError until the first is freed.
 *   GIL: GIL_USED or GIL_NOT_USED: whether free-threaded builds turn the GIL on.
 * Returns: definitions.
 * Errors: none.
 * Thread state: not needed.
 * Since: 0.1.
 * Source: Guide "Managing Per-Module State", "Opt-Out"; PEP 489, 684, 703, 793, 820.
 */
#define INSULATE_MODULE(PREFIX, NAME, DOC, METHODS, EXEC, SUPPORT, GIL)                \
    _INSULATE_ONCE_DEFINE_##SUPPORT(PREFIX) static int _Insulate_##PREFIX##_exec(      \
        PyObject *module)                                                              \
    {                                                                                  \
        PREFIX##_state *state = (PREFIX##_state *)PyModule_GetState(module);           \
        if (_Insulate_StateBegin(&state->insulate, module,                             \
                                 _INSULATE_ONCE_POINTER_##SUPPORT(PREFIX))             \
            < 0)                                                                       \
        {                                                                              \
            return -1;                                                                 \
        }                                                                              \
        if (EXEC(module, state) < 0) {                                                 \
            _Insulate_StateAbandon(&state->insulate);                                  \
            return -1;                                                                 \
        }                                                                              \
        return 0;                                                                      \
    }                                                                                  \
    _INSULATE_DEFINITION(PREFIX, NAME, DOC, METHODS, SUPPORT, GIL)                     \
    _INSULATE_EXPORT(PREFIX, NAME, DOC, METHODS, SUPPORT, GIL)                         \
    PyModuleDef *PREFIX##_module_token(void)                                           \
    {                                                                                  \
        return (PyModuleDef *)(void *)&_INSULATE_TOKEN(PREFIX);                        \
    }

/* -------------------------------------------------- instances */

#if _INSULATE_OPAQUE
#  define _INSULATE_INSTANCE_HEAD
#  define _INSULATE_INSTANCE_SIZE(TYPE) (-(int)sizeof(TYPE))
#  define _INSULATE_INSTANCE_OF(TYPE, SELF)                                            \
      ((TYPE *)PyObject_GetTypeData(                                                   \
          (SELF), Insulate_FindClass(Py_TYPE(SELF), _Insulate_##TYPE##_methods())))
#  define _INSULATE_INSTANCE_OF_DURING_GC(TYPE, SELF)                                  \
      ((TYPE *)Insulate_TypeData_DuringGC(                                             \
          (SELF), Insulate_FindClass(Py_TYPE(SELF), _Insulate_##TYPE##_methods())))
#else
#  define _INSULATE_INSTANCE_HEAD PyObject ob_base;
#  define _INSULATE_INSTANCE_SIZE(TYPE) ((int)sizeof(TYPE))
#  define _INSULATE_INSTANCE_OF(TYPE, SELF) ((TYPE *)(void *)(SELF))
#  define _INSULATE_INSTANCE_OF_DURING_GC(TYPE, SELF) ((TYPE *)(void *)(SELF))
#endif

/* Deep chains of instances must not fill the C stack; from 3.14 on CPython sees to it.
 * The limited API has nothing for that before. */
#if !_INSULATE_LIMITED && PY_VERSION_HEX < 0x030e0000
#  define _INSULATE_TRASHCAN_BEGIN(SELF, DEALLOC) Py_TRASHCAN_BEGIN(SELF, DEALLOC)
#  define _INSULATE_TRASHCAN_END Py_TRASHCAN_END
#else
#  define _INSULATE_TRASHCAN_BEGIN(SELF, DEALLOC) {
#  define _INSULATE_TRASHCAN_END }
#endif

/* What all instances have, however their data is reached through TYPE_of(). */
#define _INSULATE_INSTANCE_COMMON(TYPE, PREFIX)                                        \
    _INSULATE_INLINE int TYPE##_is(PyObject *object)                                   \
    {                                                                                  \
        return Insulate_FindClass(Py_TYPE(object), _Insulate_##TYPE##_methods())       \
               != _INSULATE_NULL;                                                      \
    }                                                                                  \
    _INSULATE_OUTLINE TYPE *_Insulate_##TYPE##_either_derived(PyObject *left,          \
                                                              PyObject *right)         \
    {                                                                                  \
        if (TYPE##_is(left)) {                                                         \
            return TYPE##_of(left);                                                    \
        }                                                                              \
        return TYPE##_is(right) ? TYPE##_of(right) : _INSULATE_NULL;                   \
    }                                                                                  \
    _INSULATE_INLINE TYPE *TYPE##_either(PyObject *left, PyObject *right)              \
    {                                                                                  \
        /* Without the bases first: mostly one of the two is of the class itself. */   \
        const PyMethodDef *methods = _Insulate_##TYPE##_methods();                     \
        if (_INSULATE_LIKELY(_Insulate_IsOwnClass(Py_TYPE(left), methods))) {          \
            return TYPE##_of(left);                                                    \
        }                                                                              \
        if (_INSULATE_LIKELY(_Insulate_IsOwnClass(Py_TYPE(right), methods))) {         \
            return TYPE##_of(right);                                                   \
        }                                                                              \
        return _Insulate_##TYPE##_either_derived(left, right);                         \
    }                                                                                  \
    _INSULATE_INLINE PREFIX##_state *TYPE##_state_from_type(PyTypeObject *type)        \
    {                                                                                  \
        PyTypeObject *cls = Insulate_FindClass(type, _Insulate_##TYPE##_methods());    \
        if (cls == _INSULATE_NULL) {                                                   \
            PyErr_SetString(PyExc_TypeError, #TYPE " or a subclass of it is needed");  \
            return _INSULATE_NULL;                                                     \
        }                                                                              \
        return (PREFIX##_state *)_Insulate_StateOfClass(cls);                          \
    }

/* Traverse, clear and dealloc of a class whose base adds no data. */
#define _INSULATE_INSTANCE_HOOKS(TYPE, PREFIX)                                         \
    _INSULATE_INLINE PyObject *TYPE##_alloc(PyTypeObject *type, PREFIX##_state *state) \
    {                                                                                  \
        PyObject *self = Insulate_Alloc(type);                                         \
        if (self != _INSULATE_NULL) {                                                  \
            Py_INCREF(state->insulate.module);                                         \
            _Insulate_##TYPE##_set_state(self, state);                                 \
        }                                                                              \
        return self;                                                                   \
    }                                                                                  \
    _INSULATE_INLINE PyObject *TYPE##_new_default(PyTypeObject *type, PyObject *args,  \
                                                  PyObject *kwargs)                    \
    {                                                                                  \
        PREFIX##_state *state = TYPE##_state_from_type(type);                          \
        (void)args;                                                                    \
        (void)kwargs;                                                                  \
        return state == _INSULATE_NULL ? _INSULATE_NULL : TYPE##_alloc(type, state);   \
    }                                                                                  \
    _INSULATE_INLINE int _Insulate_##TYPE##_traverse(PyObject *self, visitproc visit,  \
                                                     void *arg)                        \
    {                                                                                  \
        Py_VISIT(Py_TYPE(self));                                                       \
        return _Insulate_##TYPE##_visit(self, visit, arg);                             \
    }                                                                                  \
    _INSULATE_INLINE int _Insulate_##TYPE##_tp_clear(PyObject *self)                   \
    {                                                                                  \
        _Insulate_##TYPE##_clear(self);                                                \
        return 0;                                                                      \
    }                                                                                  \
    _INSULATE_INLINE void _Insulate_##TYPE##_finish(PyObject *self)                    \
    {                                                                                  \
        PREFIX##_state *state = TYPE##_state_of(self);                                 \
        PyObject *module =                                                             \
            state == _INSULATE_NULL ? _INSULATE_NULL : state->insulate.module;         \
        _Insulate_##TYPE##_forget(self);                                               \
        _Insulate_##TYPE##_clear(self);                                                \
        _Insulate_##TYPE##_release(self);                                              \
        Insulate_Free(self);                                                           \
        Py_XDECREF(module);                                                            \
    }                                                                                  \
    _INSULATE_INLINE void _Insulate_##TYPE##_dealloc(PyObject *self)                   \
    {                                                                                  \
        if (Insulate_Finalize(self) < 0) {                                             \
            return;                                                                    \
        }                                                                              \
        PyObject_GC_UnTrack(self);                                                     \
        if (!_Insulate_##TYPE##_holds(self)) {                                         \
            _Insulate_##TYPE##_finish(self);                                           \
            return;                                                                    \
        }                                                                              \
        _INSULATE_TRASHCAN_BEGIN(self, _Insulate_##TYPE##_dealloc)                     \
        _Insulate_##TYPE##_finish(self);                                               \
        _INSULATE_TRASHCAN_END                                                         \
    }

/* INSULATE_INSTANCE: declares what an instance of a class holds; in one C file.
 *   TYPE: the struct's name, and what the names of the results begin with.
 *   PREFIX: that of the module state.
 *   FIELDS: the list of fields (see "fields" above).
 * Returns: declarations:
 *   TYPE: the struct: the fields, and `state`, the module state (8 bytes more than a
 *     static type's instance, besides the header of garbage collection): the fast way
 *     to it from methods, slots, getters and setters, TYPE_of(self)->state.  The
 *     instance holds the module object, so the state is there as long as the instance.
 *   TYPE *TYPE_of(self): the struct of an instance; a cast, in abi3t a look-up.
 *   int TYPE_is(object): whether it is an instance of the class or of a subclass, made
 *     by any module object of this module: whether TYPE_of() is allowed.
 *   TYPE *TYPE_either(left, right): for binary slots: the operand that is one, or NULL.
 *   PREFIX_state *TYPE_state_of(self), PREFIX_state *TYPE_state_from_type(type): the
 *     state of an instance; of a class or subclass in tp_new and class methods, NULL
 *     and TypeError for any other.
 *   PyObject *TYPE_alloc(type, state): *owned*: a new instance, its fields zero; or
 *     NULL.
 *   TYPE_new_default(type, args, kwargs): a tp_new that does only that.
 * Errors: of the functions: MemoryError, TypeError.
 * Thread state: attached, for all functions.
 * Since: 0.1.
 * Source: Guide "Defining Heap Types", "Garbage-Collection Protocol", "Module State
 *   Access from Slot Methods, Getters and Setters", "Lifetime of the Module State".
 */
#define INSULATE_INSTANCE(TYPE, PREFIX, FIELDS)                                        \
    static const PyMethodDef *_Insulate_##TYPE##_methods(void);                        \
    _INSULATE_INSTANCE(TYPE, PREFIX, FIELDS)

/* INSULATE_INSTANCE_SHARED: INSULATE_INSTANCE for a module of several C files: it goes
 * into their header, INSULATE_CLASS into one of them.
 *   TYPE, PREFIX, FIELDS: as for INSULATE_INSTANCE.
 * Returns: as INSULATE_INSTANCE.
 * Errors: as INSULATE_INSTANCE.
 * Thread state: as INSULATE_INSTANCE.
 * Since: 0.1.
 * Source: as INSULATE_INSTANCE.
 */
#define INSULATE_INSTANCE_SHARED(TYPE, PREFIX, FIELDS)                                 \
    _INSULATE_C_LINKAGE _INSULATE_HIDDEN const PyMethodDef                             \
        *_Insulate_##TYPE##_methods(void);                                             \
    _INSULATE_INSTANCE(TYPE, PREFIX, FIELDS)

#define _INSULATE_INSTANCE(TYPE, PREFIX, FIELDS)                                       \
    typedef struct TYPE TYPE;                                                          \
    struct TYPE {                                                                      \
        _INSULATE_INSTANCE_HEAD                                                        \
        PREFIX##_state *state;                                                         \
        FIELDS(_INSULATE_DECLARE)                                                      \
    };                                                                                 \
    _INSULATE_FIELD_FUNCTIONS(TYPE, FIELDS)                                            \
    _INSULATE_INLINE TYPE *TYPE##_of(PyObject *self)                                   \
    {                                                                                  \
        return _INSULATE_INSTANCE_OF(TYPE, self);                                      \
    }                                                                                  \
    _INSULATE_INLINE PREFIX##_state *TYPE##_state_of(PyObject *self)                   \
    {                                                                                  \
        return TYPE##_of(self)->state;                                                 \
    }                                                                                  \
    _INSULATE_INLINE void _Insulate_##TYPE##_set_state(PyObject *self,                 \
                                                       PREFIX##_state *state)          \
    {                                                                                  \
        TYPE##_of(self)->state = state;                                                \
    }                                                                                  \
    _INSULATE_INLINE int _Insulate_##TYPE##_visit(PyObject *self, visitproc visit,     \
                                                  void *arg)                           \
    {                                                                                  \
        TYPE *fields = _INSULATE_INSTANCE_OF_DURING_GC(TYPE, self);                    \
        if (fields->state != _INSULATE_NULL) {                                         \
            Py_VISIT(fields->state->insulate.module);                                  \
        }                                                                              \
        return _Insulate_##TYPE##_visit_fields(fields, visit, arg);                    \
    }                                                                                  \
    _INSULATE_INLINE int _Insulate_##TYPE##_holds(PyObject *self)                      \
    {                                                                                  \
        return _Insulate_##TYPE##_fields_hold(TYPE##_of(self));                        \
    }                                                                                  \
    _INSULATE_INLINE void _Insulate_##TYPE##_forget(PyObject *self)                    \
    {                                                                                  \
        _Insulate_##TYPE##_forget_fields(self, TYPE##_of(self));                       \
    }                                                                                  \
    _INSULATE_INLINE void _Insulate_##TYPE##_clear(PyObject *self)                     \
    {                                                                                  \
        _Insulate_##TYPE##_clear_fields(TYPE##_of(self));                              \
    }                                                                                  \
    _INSULATE_INLINE void _Insulate_##TYPE##_release(PyObject *self)                   \
    {                                                                                  \
        _Insulate_##TYPE##_release_fields(TYPE##_of(self));                            \
    }                                                                                  \
    _INSULATE_INSTANCE_COMMON(TYPE, PREFIX)                                            \
    _INSULATE_INSTANCE_HOOKS(TYPE, PREFIX)

/* INSULATE_DERIVED_INSTANCE: INSULATE_INSTANCE for a class that derives from another of
 * the same module; in one C file.
 *   TYPE: the struct's name.
 *   BASE: the base's TYPE; its fields are those of BASE_of(self).
 *   PREFIX: that of the module state.
 *   FIELDS: the list of the fields that the class adds; at least one.
 * Returns: as INSULATE_INSTANCE; the state is that of BASE_of(self),
 *   TYPE_state_of(self).
 * Errors: as INSULATE_INSTANCE.
 * Thread state: as INSULATE_INSTANCE.
 * Since: 0.1.
 * Source: Guide "Garbage-Collection Protocol".
 */
#define INSULATE_DERIVED_INSTANCE(TYPE, BASE, PREFIX, FIELDS)                          \
    static const PyMethodDef *_Insulate_##TYPE##_methods(void);                        \
    typedef struct TYPE TYPE;                                                          \
    struct TYPE {                                                                      \
        _INSULATE_DERIVED_HEAD(BASE)                                                   \
        FIELDS(_INSULATE_DECLARE)                                                      \
    };                                                                                 \
    _INSULATE_FIELD_FUNCTIONS(TYPE, FIELDS)                                            \
    _INSULATE_INLINE TYPE *TYPE##_of(PyObject *self)                                   \
    {                                                                                  \
        return _INSULATE_INSTANCE_OF(TYPE, self);                                      \
    }                                                                                  \
    _INSULATE_INLINE PREFIX##_state *TYPE##_state_of(PyObject *self)                   \
    {                                                                                  \
        return BASE##_state_of(self);                                                  \
    }                                                                                  \
    _INSULATE_INLINE void _Insulate_##TYPE##_set_state(PyObject *self,                 \
                                                       PREFIX##_state *state)          \
    {                                                                                  \
        _Insulate_##BASE##_set_state(self, state);                                     \
    }                                                                                  \
    _INSULATE_INLINE int _Insulate_##TYPE##_visit(PyObject *self, visitproc visit,     \
                                                  void *arg)                           \
    {                                                                                  \
        int stop = _Insulate_##BASE##_visit(self, visit, arg);                         \
        if (stop) {                                                                    \
            return stop;                                                               \
        }                                                                              \
        return _Insulate_##TYPE##_visit_fields(                                        \
            _INSULATE_INSTANCE_OF_DURING_GC(TYPE, self), visit, arg);                  \
    }                                                                                  \
    _INSULATE_INLINE int _Insulate_##TYPE##_holds(PyObject *self)                      \
    {                                                                                  \
        return _Insulate_##TYPE##_fields_hold(TYPE##_of(self))                         \
               || _Insulate_##BASE##_holds(self);                                      \
    }                                                                                  \
    _INSULATE_INLINE void _Insulate_##TYPE##_forget(PyObject *self)                    \
    {                                                                                  \
        _Insulate_##TYPE##_forget_fields(self, TYPE##_of(self));                       \
        _Insulate_##BASE##_forget(self);                                               \
    }                                                                                  \
    _INSULATE_INLINE void _Insulate_##TYPE##_clear(PyObject *self)                     \
    {                                                                                  \
        _Insulate_##TYPE##_clear_fields(TYPE##_of(self));                              \
        _Insulate_##BASE##_clear(self);                                                \
    }                                                                                  \
    _INSULATE_INLINE void _Insulate_##TYPE##_release(PyObject *self)                   \
    {                                                                                  \
        _Insulate_##TYPE##_release_fields(TYPE##_of(self));                            \
        _Insulate_##BASE##_release(self);                                              \
    }                                                                                  \
    _INSULATE_INSTANCE_COMMON(TYPE, PREFIX)                                            \
    _INSULATE_INSTANCE_HOOKS(TYPE, PREFIX)

#if _INSULATE_OPAQUE
#  define _INSULATE_DERIVED_HEAD(BASE)
#else
#  define _INSULATE_DERIVED_HEAD(BASE) BASE base;
#endif

/* INSULATE_EXTENSION: INSULATE_INSTANCE for a class that derives from a class of C code
 * elsewhere (dict, an exception, another module's), whose struct it need not know; in
 * one C file.  The class's data comes after the base's, wherever that ends at run time.
 *   TYPE: the struct's name.
 *   PREFIX: that of the module state.
 *   FIELDS: the list of the fields that the class adds.
 * Returns: as INSULATE_INSTANCE, but TYPE_of() is a look-up, there is no TYPE_alloc,
 *   and TYPE_new_default calls the base's tp_new.  The base must have functions of its
 *   own for traverse and dealloc: no class written in Python.
 * Errors: as INSULATE_INSTANCE.
 * Thread state: as INSULATE_INSTANCE.
 * Since: 0.1.
 * Source: PEP 697; Guide "Garbage-Collection Protocol".
 */
#define INSULATE_EXTENSION(TYPE, PREFIX, FIELDS)                                       \
    static const PyMethodDef *_Insulate_##TYPE##_methods(void);                        \
    typedef struct TYPE TYPE;                                                          \
    struct TYPE {                                                                      \
        PREFIX##_state *state;                                                         \
        FIELDS(_INSULATE_DECLARE)                                                      \
    };                                                                                 \
    _INSULATE_FIELD_FUNCTIONS(TYPE, FIELDS)                                            \
    _INSULATE_INLINE PyTypeObject *_Insulate_##TYPE##_class(PyObject *self)            \
    {                                                                                  \
        return Insulate_FindClass(Py_TYPE(self), _Insulate_##TYPE##_methods());        \
    }                                                                                  \
    _INSULATE_INLINE TYPE *TYPE##_of(PyObject *self)                                   \
    {                                                                                  \
        return (TYPE *)Insulate_GetTypeData(self, _Insulate_##TYPE##_class(self));     \
    }                                                                                  \
    _INSULATE_INLINE PREFIX##_state *TYPE##_state_of(PyObject *self)                   \
    {                                                                                  \
        return TYPE##_of(self)->state;                                                 \
    }                                                                                  \
    _INSULATE_INSTANCE_COMMON(TYPE, PREFIX)                                            \
    _INSULATE_INLINE PyObject *TYPE##_new_default(PyTypeObject *type, PyObject *args,  \
                                                  PyObject *kwargs)                    \
    {                                                                                  \
        PREFIX##_state *state = TYPE##_state_from_type(type);                          \
        PyObject *self;                                                                \
        if (state == _INSULATE_NULL) {                                                 \
            return _INSULATE_NULL;                                                     \
        }                                                                              \
        self = _Insulate_NewByBase(                                                    \
            Insulate_FindClass(type, _Insulate_##TYPE##_methods()), type, args,        \
            kwargs);                                                                   \
        if (self != _INSULATE_NULL) {                                                  \
            Py_INCREF(state->insulate.module);                                         \
            TYPE##_of(self)->state = state;                                            \
        }                                                                              \
        return self;                                                                   \
    }                                                                                  \
    _INSULATE_INLINE int _Insulate_##TYPE##_traverse(PyObject *self, visitproc visit,  \
                                                     void *arg)                        \
    {                                                                                  \
        PyTypeObject *cls = _Insulate_##TYPE##_class(self);                            \
        TYPE *fields = (TYPE *)Insulate_TypeData_DuringGC(self, cls);                  \
        int stop;                                                                      \
        if (fields->state != _INSULATE_NULL) {                                         \
            Py_VISIT(fields->state->insulate.module);                                  \
        }                                                                              \
        stop = _Insulate_##TYPE##_visit_fields(fields, visit, arg);                    \
        return stop ? stop : Insulate_TraverseBase(self, cls, visit, arg);             \
    }                                                                                  \
    _INSULATE_INLINE int _Insulate_##TYPE##_tp_clear(PyObject *self)                   \
    {                                                                                  \
        _Insulate_##TYPE##_clear_fields(TYPE##_of(self));                              \
        return _Insulate_ClearByBase(self, _Insulate_##TYPE##_class(self));            \
    }                                                                                  \
    _INSULATE_INLINE void _Insulate_##TYPE##_dealloc(PyObject *self)                   \
    {                                                                                  \
        TYPE *fields;                                                                  \
        PyObject *module;                                                              \
        if (Insulate_Finalize(self) < 0) {                                             \
            return;                                                                    \
        }                                                                              \
        PyObject_GC_UnTrack(self);                                                     \
        fields = TYPE##_of(self);                                                      \
        module = fields->state == _INSULATE_NULL ? _INSULATE_NULL                      \
                                                 : fields->state->insulate.module;     \
        _Insulate_##TYPE##_forget_fields(self, fields);                                \
        _Insulate_##TYPE##_clear_fields(fields);                                       \
        _Insulate_##TYPE##_release_fields(fields);                                     \
        _Insulate_DeallocByBase(self, _Insulate_##TYPE##_class(self));                 \
        Py_XDECREF(module);                                                            \
    }

/* tp_new of the base of `cls`. */
_INSULATE_INLINE PyObject *
_Insulate_NewByBase(PyTypeObject *cls, PyTypeObject *type, PyObject *args,
                    PyObject *kwargs)
{
    PyTypeObject *base = (PyTypeObject *)_Insulate_TypeSlot(cls, Py_tp_base);
    newfunc function = (newfunc)(uintptr_t)_Insulate_TypeSlot(base, Py_tp_new);
    if (function == _INSULATE_NULL) {
        PyErr_SetString(PyExc_TypeError, "the base class makes no instances");
        return _INSULATE_NULL;
    }
    return function(type, args, kwargs);
}

/* tp_clear of the base of `cls`. */
_INSULATE_INLINE int
_Insulate_ClearByBase(PyObject *self, PyTypeObject *cls)
{
    PyTypeObject *base = (PyTypeObject *)_Insulate_TypeSlot(cls, Py_tp_base);
    inquiry clear = (inquiry)(uintptr_t)_Insulate_TypeSlot(base, Py_tp_clear);
    return clear == _INSULATE_NULL ? 0 : clear(self);
}

/* The rest of a dealloc function: the base's, which expects a tracked object if it has
 * garbage collection, and drops the type if it is a heap type itself. */
_INSULATE_INLINE void
_Insulate_DeallocByBase(PyObject *self, PyTypeObject *cls)
{
    PyTypeObject *type = Py_TYPE(self);
    PyTypeObject *base = (PyTypeObject *)_Insulate_TypeSlot(cls, Py_tp_base);
    destructor dealloc = (destructor)(uintptr_t)_Insulate_TypeSlot(base, Py_tp_dealloc);
    const int drops_type = Insulate_IsHeapType(base);

    if (PyType_GetFlags(base) & Py_TPFLAGS_HAVE_GC) {
        PyObject_GC_Track(self);
    }
    dealloc(self);
    if (!drops_type) {
        Py_DECREF(type);
    }
}

#define _INSULATE_CLASS(TYPE, NAME, SIZE, FLAGS, METHODS, ...)                         \
    /* A table for two classes does not compile: it is what tells them apart. */       \
    enum { _Insulate_##METHODS##_belongs_to_one_class = 1 };                           \
    const PyMethodDef *_Insulate_##TYPE##_methods(void)                                \
    {                                                                                  \
        return METHODS;                                                                \
    }                                                                                  \
    static PyType_Slot _Insulate_##TYPE##_slots[] = {                                  \
        INSULATE_SLOT(Py_tp_methods, METHODS),                                         \
        INSULATE_SLOT(Py_tp_traverse, _Insulate_##TYPE##_traverse),                    \
        INSULATE_SLOT(Py_tp_clear, _Insulate_##TYPE##_tp_clear),                       \
        INSULATE_SLOT(Py_tp_dealloc, _Insulate_##TYPE##_dealloc),                      \
        __VA_ARGS__,                                                                   \
        INSULATE_SLOT_END};                                                            \
    static PyType_Spec TYPE##_spec = {                                                 \
        NAME, SIZE, 0,                                                                 \
        (unsigned int)(Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC | (FLAGS)),             \
        _Insulate_##TYPE##_slots};

/* INSULATE_CLASS: defines a class of INSULATE_INSTANCE or INSULATE_DERIVED_INSTANCE:
 * its traverse, clear and dealloc functions are right and must not be among the slots.
 *   TYPE: that of the instance.
 *   NAME: the dotted name, a string.
 *   FLAGS: Py_TPFLAGS_BASETYPE, INSULATE_IMMUTABLE and so on, or 0.
 *   METHODS: the name of a table of PyMethodDef of this class alone; it may be empty.
 *   NEW: the function for Py_tp_new; TYPE_new_default, or one that uses TYPE_alloc.
 *   ...: INSULATE_SLOT(...), at least one, or INSULATE_SLOT_END.  Py_tp_finalize is
 *     called before anything is cleared.
 * Returns: definitions: PyType_Spec TYPE_spec, for Insulate_AddType.
 * Errors: none.
 * Thread state: not needed.
 * Since: 0.1.
 * Source: Guide "Defining Heap Types".
 */
#define INSULATE_CLASS(TYPE, NAME, FLAGS, METHODS, NEW, ...)                           \
    _INSULATE_CLASS(TYPE, NAME, _INSULATE_INSTANCE_SIZE(TYPE), FLAGS, METHODS,         \
                    INSULATE_SLOT(Py_tp_new, NEW), __VA_ARGS__)

/* INSULATE_CLASS_WITHOUT_NEW: INSULATE_CLASS for a class of which Python code makes no
 * instances; C code uses TYPE_alloc.
 *   TYPE, NAME, FLAGS, METHODS, ...: as for INSULATE_CLASS.
 * Returns: as INSULATE_CLASS.
 * Errors: as INSULATE_CLASS.
 * Thread state: as INSULATE_CLASS.
 * Since: 0.1.
 * Source: Guide "Changing Static Types to Heap Types".
 */
#define INSULATE_CLASS_WITHOUT_NEW(TYPE, NAME, FLAGS, METHODS, ...)                    \
    _INSULATE_CLASS(TYPE, NAME, _INSULATE_INSTANCE_SIZE(TYPE),                         \
                    INSULATE_NO_INSTANCES | (FLAGS), METHODS, __VA_ARGS__)

/* INSULATE_EXTENSION_CLASS: INSULATE_CLASS for INSULATE_EXTENSION.  Insulate_AddType
 * gets the base.
 *   TYPE, NAME, FLAGS, METHODS, NEW, ...: as for INSULATE_CLASS.
 * Returns: as INSULATE_CLASS.
 * Errors: as INSULATE_CLASS.
 * Thread state: as INSULATE_CLASS.
 * Since: 0.1.
 * Source: PEP 697.
 */
#define INSULATE_EXTENSION_CLASS(TYPE, NAME, FLAGS, METHODS, NEW, ...)                 \
    _INSULATE_CLASS(TYPE, NAME, -(int)sizeof(TYPE), FLAGS, METHODS,                    \
                    INSULATE_SLOT(Py_tp_new, NEW), __VA_ARGS__)

#if PY_VERSION_HEX >= 0x030c0000
#  define _INSULATE_SIZE_MEMBER Py_T_PYSSIZET
#  define _INSULATE_READONLY Py_READONLY
#else
#  define _INSULATE_SIZE_MEMBER T_PYSSIZET
#  define _INSULATE_READONLY READONLY
#endif
#if _INSULATE_OPAQUE
#  define _INSULATE_MEMBER_FLAGS (_INSULATE_READONLY | INSULATE_RELATIVE_OFFSET)
#else
#  define _INSULATE_MEMBER_FLAGS _INSULATE_READONLY
#endif

/* INSULATE_MEMBER: one entry of the PyMemberDef table of an INSULATE_INSTANCE.
 *   NAME: the attribute's name, a string.
 *   KIND: Py_T_INT and so on; T_INT and so on before 3.12.
 *   TYPE, FIELD: that of the instance, and its field.
 *   FLAGS: 0, or Py_READONLY (READONLY before 3.12).
 *   DOC: the documentation, a string or NULL.
 * Returns: an initialiser; in abi3t with a relative offset.
 * Errors: none.
 * Thread state: not needed; it is a constant.
 * Since: 0.1.
 * Source: C-API "Common Object Structures", PyMemberDef.
 */
#define INSULATE_MEMBER(NAME, KIND, TYPE, FIELD, FLAGS, DOC)                           \
    {(NAME), (KIND), (Py_ssize_t)offsetof(TYPE, FIELD),                                \
     (FLAGS) | (_INSULATE_MEMBER_FLAGS & INSULATE_RELATIVE_OFFSET), (DOC)}

/* INSULATE_MEMBER_WEAKREFS: the entry that makes the field X(WEAKREFS, FIELD) the list
 * of weak references of an INSULATE_INSTANCE.
 *   TYPE, FIELD: that of the instance, and its field.
 * Returns: an initialiser.
 * Errors: none.
 * Thread state: not needed; it is a constant.
 * Since: 0.1.
 * Source: C-API "Type Objects", PyType_Slot: __weaklistoffset__.
 */
#define INSULATE_MEMBER_WEAKREFS(TYPE, FIELD)                                          \
    {"__weaklistoffset__", _INSULATE_SIZE_MEMBER, (Py_ssize_t)offsetof(TYPE, FIELD),   \
     _INSULATE_MEMBER_FLAGS, _INSULATE_NULL}

/* INSULATE_MEMBER_DICT: the entry that makes the field X(DICT, FIELD) the __dict__ of
 * an INSULATE_INSTANCE.
 *   TYPE, FIELD: that of the instance, and its field.
 * Returns: an initialiser.
 * Errors: none.
 * Thread state: not needed; it is a constant.
 * Since: 0.1.
 * Source: C-API "Type Objects", PyType_Slot: __dictoffset__.
 */
#define INSULATE_MEMBER_DICT(TYPE, FIELD)                                              \
    {"__dictoffset__", _INSULATE_SIZE_MEMBER, (Py_ssize_t)offsetof(TYPE, FIELD),       \
     _INSULATE_MEMBER_FLAGS, _INSULATE_NULL}

/* INSULATE_MEMBERS_END: the last entry of a PyMemberDef table.
 * Returns: an initialiser.
 * Errors: none.
 * Thread state: not needed; it is a constant.
 * Since: 0.1.
 * Source: C-API "Common Object Structures", PyMemberDef.
 */
#define INSULATE_MEMBERS_END {_INSULATE_NULL, 0, 0, 0, _INSULATE_NULL}

/* -------------------------------------------------- state of one class */

/* A class owns its state through an object in its own dictionary, which the collector
 * sees; who looks for it reads the dictionaries along the MRO, and believes only an
 * object that this module made for that very class. */

/* What a holder does with its data: one for each INSULATE_CLASS_STATE. */
typedef struct {
    const char *name;
    size_t size;
    int (*visit)(void *data, visitproc visit, void *arg);
    void (*clear)(void *data);
    void (*release)(void *data);
} _Insulate_HolderKind;

typedef struct {
    _INSULATE_INSTANCE_HEAD
    const _Insulate_HolderKind *kind;
    PyTypeObject *owner; /* *borrowed*, only compared */
    void *data;
} _Insulate_Holder;

_INSULATE_INLINE _Insulate_Holder *
_Insulate_HolderOf(PyObject *self)
{
#if _INSULATE_OPAQUE
    return (_Insulate_Holder *)PyObject_GetTypeData(self, Py_TYPE(self));
#else
    return (_Insulate_Holder *)(void *)self;
#endif
}

_INSULATE_INLINE int
_Insulate_HolderTraverse(PyObject *self, visitproc visit, void *arg)
{
#if _INSULATE_OPAQUE
    _Insulate_Holder *holder =
        (_Insulate_Holder *)PyObject_GetTypeData_DuringGC(self, Py_TYPE(self));
#else
    _Insulate_Holder *holder = _Insulate_HolderOf(self);
#endif
    Py_VISIT(Py_TYPE(self));
    return holder->data == _INSULATE_NULL
               ? 0
               : holder->kind->visit(holder->data, visit, arg);
}

_INSULATE_INLINE int
_Insulate_HolderClear(PyObject *self)
{
    _Insulate_Holder *holder = _Insulate_HolderOf(self);
    if (holder->data != _INSULATE_NULL) {
        holder->kind->clear(holder->data);
    }
    return 0;
}

_INSULATE_INLINE void
_Insulate_HolderDealloc(PyObject *self)
{
    _Insulate_Holder *holder = _Insulate_HolderOf(self);
    PyObject_GC_UnTrack(self);
    if (holder->data != _INSULATE_NULL) {
        holder->kind->clear(holder->data);
        holder->kind->release(holder->data);
        PyMem_Free(holder->data);
        holder->data = _INSULATE_NULL;
    }
    Insulate_Free(self);
}

/* *Borrowed*: the holders' class of a module object, made at the first use. */
_INSULATE_INLINE PyTypeObject *
_Insulate_HolderType(_Insulate_State *state)
{
    static PyType_Slot slots[] = {
        INSULATE_SLOT(Py_tp_traverse, _Insulate_HolderTraverse),
        INSULATE_SLOT(Py_tp_clear, _Insulate_HolderClear),
        INSULATE_SLOT(Py_tp_dealloc, _Insulate_HolderDealloc), INSULATE_SLOT_END};
    static PyType_Spec spec = {
        "insulate.ClassState", _INSULATE_INSTANCE_SIZE(_Insulate_Holder), 0,
        (unsigned int)(Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC | INSULATE_NO_INSTANCES
                       | INSULATE_IMMUTABLE_IF_POSSIBLE),
        slots};
    PyTypeObject *found = __atomic_load_n(&state->holder_type, __ATOMIC_ACQUIRE);
    PyTypeObject *made;

    if (found != _INSULATE_NULL) {
        return found;
    }
    made = Insulate_NewType(state->module, &spec, _INSULATE_NULL);
    if (made == _INSULATE_NULL) {
        return _INSULATE_NULL;
    }
    if (!__atomic_compare_exchange_n(&state->holder_type, &found, made, 0,
                                     __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE))
    {
        Py_DECREF(made);
        return found;
    }
    return made;
}

/* *Borrowed*: the name under which a class has its holder. */
_INSULATE_INLINE PyObject *
_Insulate_HolderKey(_Insulate_State *state)
{
    PyObject *found = __atomic_load_n(&state->holder_key, __ATOMIC_ACQUIRE);
    PyObject *made;

    if (found != _INSULATE_NULL) {
        return found;
    }
    made = PyUnicode_InternFromString("__insulate_state__");
    if (made == _INSULATE_NULL) {
        return _INSULATE_NULL;
    }
    if (!__atomic_compare_exchange_n(&state->holder_key, &found, made, 0,
                                     __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE))
    {
        Py_DECREF(made);
        return found;
    }
    return made;
}

/* Gives a class a state; *borrowed* from the class. */
_INSULATE_INLINE void *
_Insulate_HolderAttach(_Insulate_State *state, PyTypeObject *type,
                       const _Insulate_HolderKind *kind)
{
    PyTypeObject *holder_type = _Insulate_HolderType(state);
    PyObject *key = _Insulate_HolderKey(state);
    PyObject *self;
    _Insulate_Holder *holder;
    void *data;

    if (holder_type == _INSULATE_NULL || key == _INSULATE_NULL) {
        return _INSULATE_NULL;
    }
    self = Insulate_Alloc(holder_type);
    if (self == _INSULATE_NULL) {
        return _INSULATE_NULL;
    }
    holder = _Insulate_HolderOf(self);
    data = PyMem_Malloc(kind->size);
    if (data == _INSULATE_NULL) {
        PyErr_NoMemory();
        Py_DECREF(self);
        return _INSULATE_NULL;
    }
    memset(data, 0, kind->size);
    holder->kind = kind;
    holder->owner = type;
    holder->data = data;
    if (PyObject_SetAttr((PyObject *)type, key, self) < 0) {
        data = _INSULATE_NULL;
    }
    Py_DECREF(self);
    return data;
}

/* *Owned*: what the class's own dictionary has under the key; NULL without an exception
 * if there is nothing. */
_INSULATE_INLINE PyObject *
_Insulate_OwnAttribute(PyTypeObject *type, PyObject *key)
{
#if _INSULATE_LIMITED
    PyObject *dict = PyObject_GetAttrString((PyObject *)type, "__dict__");
    PyObject *value;
    if (dict == _INSULATE_NULL) {
        return _INSULATE_NULL;
    }
    value = PyObject_GetItem(dict, key);
    Py_DECREF(dict);
    if (value == _INSULATE_NULL && PyErr_ExceptionMatches(PyExc_KeyError)) {
        PyErr_Clear();
    }
    return value;
#elif PY_VERSION_HEX >= 0x030d0000
    PyObject *value = _INSULATE_NULL;
    (void)PyDict_GetItemRef(type->tp_dict, key, &value);
    return value;
#else
    return _Insulate_NewRef(PyDict_GetItemWithError(type->tp_dict, key));
#endif
}

/* *Owned*: the holder of the nearest class along the MRO that has one of this kind;
 * NULL and TypeError if none has. */
_INSULATE_INLINE PyObject *
_Insulate_HolderFind(_Insulate_State *state, PyTypeObject *type,
                     const _Insulate_HolderKind *kind)
{
    PyObject *key = _Insulate_HolderKey(state);
    PyObject *found = _INSULATE_NULL;
    PyObject *mro;
    Py_ssize_t n_bases;

    if (key == _INSULATE_NULL) {
        return _INSULATE_NULL;
    }
#if _INSULATE_LIMITED
    mro = PyObject_GetAttrString((PyObject *)type, "__mro__");
    if (mro == _INSULATE_NULL) {
        return _INSULATE_NULL;
    }
#else
    mro = _Insulate_NewRef(type->tp_mro);
#endif
    n_bases = mro != _INSULATE_NULL && PyTuple_Check(mro) ? PyTuple_Size(mro) : 0;
    for (Py_ssize_t i = 0; i < n_bases && found == _INSULATE_NULL; i++) {
        PyTypeObject *base = (PyTypeObject *)PyTuple_GetItem(mro, i);
        if (!PyType_Check((PyObject *)base) || !Insulate_IsHeapType(base)) {
            continue;
        }
        found = _Insulate_OwnAttribute(base, key);
        if (found == _INSULATE_NULL) {
            if (PyErr_Occurred()) {
                break;
            }
        }
        else if (Py_TYPE(found) != state->holder_type
                 || _Insulate_HolderOf(found)->owner != base
                 || _Insulate_HolderOf(found)->kind != kind)
        {
            Py_CLEAR(found);
        }
    }
    Py_XDECREF(mro);
    if (found == _INSULATE_NULL && !PyErr_Occurred()) {
        PyErr_Format(PyExc_TypeError, "no class among the bases has a %s", kind->name);
    }
    return found;
}

/* INSULATE_CLASS_STATE: declares state that belongs to one class, in the C file that
 * uses it: made when C code attaches it, released with the class, seen by the
 * collector; independent for each class it is attached to, also a subclass.
 *   NAME: the struct's name, and what the names of the results begin with.
 *   PREFIX: that of the module state.
 *   FIELDS: the list of fields (see "fields" above).
 * Returns: declarations:
 *   NAME: the struct.
 *   NAME *NAME_attach(state, type): *borrowed*: gives a class of this module, or a
 *     subclass, a state whose fields are zero; the class must not be immutable yet
 *     (Insulate_FreezeType comes after).  NULL and an exception on failure.
 *   PyObject *NAME_hold(state, type): *owned*: the object that keeps the state of the
 *     nearest class along the MRO that has one; NULL and TypeError if none has.
 *   NAME *NAME_held(holder): *borrowed* (until the holder goes): the state in it.
 *   NAME *NAME_from_type(state, type), NAME *NAME_from_self(state, self): *borrowed*
 *     from the class: hold and held at once.  Python code can delete the attribute of a
 *     class that is not immutable: use hold there.
 * Errors: see above; MemoryError.
 * Thread state: attached, for all functions.
 * Since: 0.1.
 * Source: Guide "Open Issues: Per-Class Scope".
 */
#define INSULATE_CLASS_STATE(NAME, PREFIX, FIELDS)                                     \
    typedef struct NAME NAME;                                                          \
    struct NAME {                                                                      \
        FIELDS(_INSULATE_DECLARE)                                                      \
    };                                                                                 \
    _INSULATE_FIELD_FUNCTIONS(NAME, FIELDS)                                            \
    _INSULATE_INLINE int _Insulate_##NAME##_visit_any(void *data, visitproc visit,     \
                                                      void *arg)                       \
    {                                                                                  \
        return _Insulate_##NAME##_visit_fields((NAME *)data, visit, arg);              \
    }                                                                                  \
    _INSULATE_INLINE void _Insulate_##NAME##_clear_any(void *data)                     \
    {                                                                                  \
        _Insulate_##NAME##_clear_fields((NAME *)data);                                 \
    }                                                                                  \
    _INSULATE_INLINE void _Insulate_##NAME##_release_any(void *data)                   \
    {                                                                                  \
        _Insulate_##NAME##_release_fields((NAME *)data);                               \
    }                                                                                  \
    static const _Insulate_HolderKind _Insulate_##NAME##_kind = {                      \
        #NAME, sizeof(NAME), _Insulate_##NAME##_visit_any,                             \
        _Insulate_##NAME##_clear_any, _Insulate_##NAME##_release_any};                 \
    _INSULATE_INLINE NAME *NAME##_attach(PREFIX##_state *state, PyTypeObject *type)    \
    {                                                                                  \
        return (NAME *)_Insulate_HolderAttach(&state->insulate, type,                  \
                                              &_Insulate_##NAME##_kind);               \
    }                                                                                  \
    _INSULATE_INLINE PyObject *NAME##_hold(PREFIX##_state *state, PyTypeObject *type)  \
    {                                                                                  \
        return _Insulate_HolderFind(&state->insulate, type, &_Insulate_##NAME##_kind); \
    }                                                                                  \
    _INSULATE_INLINE NAME *NAME##_held(PyObject *holder)                               \
    {                                                                                  \
        return (NAME *)_Insulate_HolderOf(holder)->data;                               \
    }                                                                                  \
    _INSULATE_INLINE NAME *NAME##_from_type(PREFIX##_state *state, PyTypeObject *type) \
    {                                                                                  \
        PyObject *holder = NAME##_hold(state, type);                                   \
        NAME *found;                                                                   \
        if (holder == _INSULATE_NULL) {                                                \
            return _INSULATE_NULL;                                                     \
        }                                                                              \
        found = NAME##_held(holder);                                                   \
        Py_DECREF(holder);                                                             \
        return found;                                                                  \
    }                                                                                  \
    _INSULATE_INLINE NAME *NAME##_from_self(PREFIX##_state *state, PyObject *self)     \
    {                                                                                  \
        return NAME##_from_type(state, Py_TYPE(self));                                 \
    }

#ifdef __cplusplus
}
#endif

#endif /* INSULATE_H */
