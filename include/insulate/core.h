/* insulate/core.h: declarations that all parts of insulate.h include.
 *
 * Only INSULATE_VERSION_HEX and INSULATE_USE_PRIVATE_LAYOUT are for users: names that
 * begin with insulate_ or INSULATE_PRIV_ can change with any version.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef INSULATE_CORE_H
#define INSULATE_CORE_H

#include <Python.h>

#include <assert.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#if PY_VERSION_HEX < 0x03090000
#error "insulate.h needs CPython 3.9 or newer"
#endif
#if defined(Py_LIMITED_API) && Py_LIMITED_API + 0 < 0x03090000
#error "insulate.h needs Py_LIMITED_API 0x03090000 or newer"
#endif
#if PY_VERSION_HEX < 0x030c0000
#include <structmember.h>
#endif

/* INSULATE_VERSION_HEX: the version of the header, in the layout of PY_VERSION_HEX but
 * without the release level: 0xMMmmpp00.
 * Returns: a number.
 * Errors: none.
 * Thread state: not needed; it is a constant.
 * Since: 0.1; CPython 3.9.
 * Source: C-API "API and ABI Versioning".
 */
#define INSULATE_VERSION_HEX 0x00010000

/* -------------------------------------------------- versions and compilers */

/* The oldest CPython that the compiled module supports. */
#ifdef Py_LIMITED_API
#define INSULATE_PRIV_API (Py_LIMITED_API + 0)
#define INSULATE_PRIV_LIMITED 1
#else
#define INSULATE_PRIV_API PY_VERSION_HEX
#define INSULATE_PRIV_LIMITED 0
#endif

/* abi3t: the layout of an object is not known (PEP 803). */
#ifdef _Py_OPAQUE_PYOBJECT
#define INSULATE_PRIV_OPAQUE 1
#else
#define INSULATE_PRIV_OPAQUE 0
#endif

#if defined(__GNUC__) || defined(__clang__)
#define INSULATE_PRIV_GNU 1
#define INSULATE_PRIV_UNUSED __attribute__((unused))
#define INSULATE_PRIV_CHECKED __attribute__((warn_unused_result))
#define INSULATE_PRIV_NOINLINE __attribute__((noinline))
#define INSULATE_PRIV_LIKELY(CONDITION) __builtin_expect(!!(CONDITION), 1)
#define INSULATE_PRIV_EXTENSION __extension__
#else
#define INSULATE_PRIV_GNU 0
#define INSULATE_PRIV_UNUSED
#define INSULATE_PRIV_CHECKED
#if defined(_MSC_VER)
#define INSULATE_PRIV_NOINLINE __declspec(noinline)
#else
#define INSULATE_PRIV_NOINLINE
#endif
#define INSULATE_PRIV_LIKELY(CONDITION) (CONDITION)
#define INSULATE_PRIV_EXTENSION
#endif
/* On Windows, symbols are exported only on request. */
#if INSULATE_PRIV_GNU && !defined(_WIN32)
#define INSULATE_PRIV_HIDDEN __attribute__((visibility("hidden")))
#else
#define INSULATE_PRIV_HIDDEN
#endif
#define INSULATE_PRIV_INLINE static inline INSULATE_PRIV_UNUSED
#define INSULATE_PRIV_OUTLINE static INSULATE_PRIV_UNUSED INSULATE_PRIV_NOINLINE

#ifdef __cplusplus
#define INSULATE_PRIV_NULL nullptr
#else
#define INSULATE_PRIV_NULL NULL
#endif

/* ISO C has no conversion of a function to void *, but CPython's tables require it. */
#define INSULATE_PRIV_POINTER(FUNCTION) (INSULATE_PRIV_EXTENSION(void *)(FUNCTION))

/* A small number in a void *, as in CPython's slots. */
#define INSULATE_PRIV_NUMBER(VALUE) ((void *)(uintptr_t)(VALUE))

/* MSVC's old preprocessor passes __VA_ARGS__ to another macro as one argument; one more
 * expansion splits it. */
#define INSULATE_PRIV_EXPAND(TEXT) TEXT

/* -------------------------------------------------- atomics */

/* Sequentially consistent or acquire and release: what the parts need, no more.
 *   INSULATE_PRIV_LOAD(TYPE, PLACE): the pointer of type TYPE in *PLACE.
 *   INSULATE_PRIV_STORE(PLACE, POINTER): writes it.
 *   INSULATE_PRIV_SET_IF_NULL(TYPE, PLACE, POINTER): 1, or 0 if *PLACE was not NULL.
 *   INSULATE_PRIV_EXCHANGE(PLACE, NUMBER): an int; what was there before.
 *   INSULATE_PRIV_INCREMENT(PLACE), INSULATE_PRIV_DECREMENT(PLACE): a Py_ssize_t; what
 *     is there afterwards.
 *   INSULATE_PRIV_ADD(PLACE, NUMBER): a Py_ssize_t; what was there before.
 *   INSULATE_PRIV_GET_NUMBER(PLACE), INSULATE_PRIV_SET_NUMBER(PLACE, NUMBER): reads or
 *     writes a Py_ssize_t. */
#if INSULATE_PRIV_GNU
#define INSULATE_PRIV_ADD(PLACE, NUMBER)                                               \
    __atomic_fetch_add((PLACE), (NUMBER), __ATOMIC_ACQ_REL)
#define INSULATE_PRIV_GET_NUMBER(PLACE) __atomic_load_n((PLACE), __ATOMIC_ACQUIRE)
#define INSULATE_PRIV_SET_NUMBER(PLACE, NUMBER)                                        \
    __atomic_store_n((PLACE), (NUMBER), __ATOMIC_RELEASE)
#define INSULATE_PRIV_LOAD(TYPE, PLACE) __atomic_load_n((PLACE), __ATOMIC_ACQUIRE)
#define INSULATE_PRIV_STORE(PLACE, POINTER)                                            \
    __atomic_store_n((PLACE), (POINTER), __ATOMIC_RELEASE)
#define INSULATE_PRIV_SET_IF_NULL(TYPE, PLACE, POINTER)                                \
    __sync_bool_compare_and_swap((PLACE), (TYPE)INSULATE_PRIV_NULL, (POINTER))
#define INSULATE_PRIV_EXCHANGE(PLACE, NUMBER)                                          \
    __atomic_exchange_n((PLACE), (NUMBER), __ATOMIC_ACQ_REL)
#define INSULATE_PRIV_INCREMENT(PLACE) __atomic_add_fetch((PLACE), 1, __ATOMIC_ACQ_REL)
#define INSULATE_PRIV_DECREMENT(PLACE) __atomic_sub_fetch((PLACE), 1, __ATOMIC_ACQ_REL)
#elif defined(_MSC_VER)
#include <intrin.h>
#define INSULATE_PRIV_LOAD(TYPE, PLACE)                                                \
    ((TYPE)_InterlockedCompareExchangePointer((void *volatile *)(void *)(PLACE),       \
                                              INSULATE_PRIV_NULL, INSULATE_PRIV_NULL))
#define INSULATE_PRIV_STORE(PLACE, POINTER)                                            \
    ((void)_InterlockedExchangePointer((void *volatile *)(void *)(PLACE), (POINTER)))
#define INSULATE_PRIV_SET_IF_NULL(TYPE, PLACE, POINTER)                                \
    (_InterlockedCompareExchangePointer((void *volatile *)(void *)(PLACE), (POINTER),  \
                                        INSULATE_PRIV_NULL)                            \
     == INSULATE_PRIV_NULL)
#define INSULATE_PRIV_EXCHANGE(PLACE, NUMBER)                                          \
    ((int)_InterlockedExchange((volatile long *)(void *)(PLACE), (NUMBER)))
#define INSULATE_PRIV_GET_NUMBER(PLACE) INSULATE_PRIV_ADD((PLACE), 0)
#if defined(_WIN64)
#define INSULATE_PRIV_ADD(PLACE, NUMBER)                                               \
    ((Py_ssize_t)_InterlockedExchangeAdd64((volatile long long *)(void *)(PLACE),      \
                                           (NUMBER)))
#define INSULATE_PRIV_SET_NUMBER(PLACE, NUMBER)                                        \
    ((void)_InterlockedExchange64((volatile long long *)(void *)(PLACE), (NUMBER)))
#define INSULATE_PRIV_INCREMENT(PLACE)                                                 \
    _InterlockedIncrement64((volatile long long *)(void *)(PLACE))
#define INSULATE_PRIV_DECREMENT(PLACE)                                                 \
    _InterlockedDecrement64((volatile long long *)(void *)(PLACE))
#else
#define INSULATE_PRIV_ADD(PLACE, NUMBER)                                               \
    ((Py_ssize_t)_InterlockedExchangeAdd((volatile long *)(void *)(PLACE), (NUMBER)))
#define INSULATE_PRIV_SET_NUMBER(PLACE, NUMBER)                                        \
    ((void)_InterlockedExchange((volatile long *)(void *)(PLACE), (NUMBER)))
#define INSULATE_PRIV_INCREMENT(PLACE)                                                 \
    _InterlockedIncrement((volatile long *)(void *)(PLACE))
#define INSULATE_PRIV_DECREMENT(PLACE)                                                 \
    _InterlockedDecrement((volatile long *)(void *)(PLACE))
#endif
#else
#error "insulate.h needs the atomic operations of gcc, clang or MSVC"
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* -------------------------------------------------- what is private */

/* A strong reference to `object`, which may be NULL (Py_XNewRef requires 3.10). */
INSULATE_PRIV_INLINE PyObject *
insulate_new_ref(PyObject *object)
{
    Py_XINCREF(object);
    return object;
}

#if INSULATE_PRIV_API < 0x030d0000
/* The minor version of the CPython that runs the module. */
INSULATE_PRIV_INLINE int
insulate_running_minor(void)
{
#if INSULATE_PRIV_LIMITED
    /* "3.11.7 (main, ...)"; Py_Version requires 3.11. */
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
#else
    return PY_MINOR_VERSION;
#endif
}
#endif

#if !INSULATE_PRIV_LIMITED
/* The module of a heap type as it is stored, without an exception if there is none. */
INSULATE_PRIV_INLINE PyObject *
insulate_module_within(PyTypeObject *type)
{
    if (!PyType_HasFeature(type, Py_TPFLAGS_HEAPTYPE)) {
        return INSULATE_PRIV_NULL;
    }
    return ((PyHeapTypeObject *)type)->ht_module;
}
#endif

/* Whether a type was made at run time. */
INSULATE_PRIV_INLINE int
insulate_is_heap_type(PyTypeObject *type)
{
    return (PyType_GetFlags(type) & Py_TPFLAGS_HEAPTYPE) != 0;
}

#if INSULATE_PRIV_LIMITED && INSULATE_PRIV_API < 0x030d0000
/* 1 and *borrowed*: the module of `type`, if `definition` is its definition; 0 if not;
 * -1 with an exception. */
INSULATE_PRIV_INLINE int
insulate_module_if_of(PyTypeObject *type, PyModuleDef *definition,
                      PyObject **out_module)
{
    PyObject *module;

    if (!insulate_is_heap_type(type)) {
        return 0;
    }
    module = PyType_GetModule(type);
    if (module == INSULATE_PRIV_NULL) {
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

/* PyModule_AddObjectRef; see insulate/backports.h. */
INSULATE_PRIV_INLINE INSULATE_PRIV_CHECKED int
insulate_module_add_object_ref(PyObject *module, const char *name, PyObject *value)
{
#if INSULATE_PRIV_API >= 0x030a0000
    return PyModule_AddObjectRef(module, name, value);
#else
    if (value == INSULATE_PRIV_NULL) {
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

/* PyType_GetModuleByDef; see insulate/backports.h. */
INSULATE_PRIV_INLINE PyObject *
insulate_type_get_module_by_def(PyTypeObject *type, PyModuleDef *definition)
{
#if INSULATE_PRIV_API >= 0x030d0000                                                    \
    || (!INSULATE_PRIV_LIMITED && PY_VERSION_HEX >= 0x030b0000)
    return PyType_GetModuleByDef(type, definition);
#elif !INSULATE_PRIV_LIMITED
    /* There is no MRO after the garbage collector has cleared the type. */
    PyObject *mro = type->tp_mro;
    Py_ssize_t n_bases = mro == INSULATE_PRIV_NULL ? 0 : PyTuple_GET_SIZE(mro);
    for (Py_ssize_t i = 0; i < n_bases; i++) {
        PyObject *module =
            insulate_module_within((PyTypeObject *)PyTuple_GET_ITEM(mro, i));
        if (module != INSULATE_PRIV_NULL && PyModule_GetDef(module) == definition) {
            return module;
        }
    }
    PyErr_Format(PyExc_TypeError,
                 "no class of the module's definition among the bases of '%.200s'",
                 type->tp_name);
    return INSULATE_PRIV_NULL;
#else
    /* A metaclass can return any object for __mro__: everything is checked, and the
     * definition of the module shows that its state has the expected layout. */
    PyObject *found = INSULATE_PRIV_NULL;
    PyObject *mro;
    Py_ssize_t n_bases;
    int is_found = insulate_module_if_of(type, definition, &found);

    if (is_found != 0) {
        return found;
    }
    mro = PyObject_GetAttrString((PyObject *)type, "__mro__");
    if (mro == INSULATE_PRIV_NULL) {
        return INSULATE_PRIV_NULL;
    }
    n_bases = PyTuple_Check(mro) ? PyTuple_Size(mro) : 0;
    for (Py_ssize_t i = 0; i < n_bases && is_found == 0; i++) {
        PyObject *base = PyTuple_GetItem(mro, i);
        if (PyType_Check(base)) {
            is_found = insulate_module_if_of((PyTypeObject *)base, definition, &found);
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

/* -------------------------------------------------- private layout */

/* INSULATE_USE_PRIVATE_LAYOUT: define it before the first include of a part to permit
 * access to private structs of CPython. Without it, only the C API is used.
 *
 * In the full API: functions and constructors read the module state from the module
 * object of CPython 3.9 to 3.15 instead of calling PyModule_GetState. Both are compared
 * when a module object is executed, and the import fails if they differ. Newer CPython
 * versions, PyPy and GraalPy always use the call. Without the macro, a function or
 * constructor that needs the state makes that call each time; methods, slots, getters
 * and setters do not need it.
 *
 * In the limited API before 3.12: the size of the instances of a class is read from
 * PyTypeObject, because reading __basicsize__ can fail during a garbage collection.
 * Both are compared when a class is created, which fails if they differ. Without the
 * macro, insulate/extension_class.h and PyObject_GetTypeData are not available for
 * these limited APIs.
 * Returns: nothing.
 * Errors: SystemError during the import, or when a class is created, if the layout
 *   differs: then build the module without the macro.
 * Thread state: not needed; it is for the preprocessor.
 * Since: 0.1; CPython 3.9.
 * Source: CPython's Include/internal/pycore_moduleobject.h, Include/cpython/object.h.
 */
#if !INSULATE_PRIV_LIMITED && PY_VERSION_HEX < 0x03100000                              \
    && defined(INSULATE_USE_PRIVATE_LAYOUT) && !defined(PYPY_VERSION)                  \
    && !defined(GRAALVM_PYTHON)
#define INSULATE_PRIV_FAST 1
#if PY_VERSION_HEX < 0x030f0000
#define INSULATE_PRIV_N_BEFORE_STATE 2 /* md_dict, md_def */
#else
#define INSULATE_PRIV_N_BEFORE_STATE 1 /* md_dict */
#endif
#else
#define INSULATE_PRIV_FAST 0
#endif

#if INSULATE_PRIV_FAST
/* The state of a module object, if the layout is the expected one. */
INSULATE_PRIV_INLINE void *
insulate_expected_state(PyObject *module)
{
    return *(void **)(void *)((char *)module + sizeof(PyObject)
                              + INSULATE_PRIV_N_BEFORE_STATE * sizeof(void *));
}
#endif

/* PyModule_GetState of what is a module object. */
INSULATE_PRIV_INLINE void *
insulate_module_state(PyObject *module)
{
#if INSULATE_PRIV_FAST
    assert(PyModule_Check(module));
    return insulate_expected_state(module);
#else
    return PyModule_GetState(module);
#endif
}

/* The state of the module of a heap type; NULL and TypeError if it has none. */
INSULATE_PRIV_INLINE void *
insulate_state_of_class(PyTypeObject *cls)
{
#if !INSULATE_PRIV_LIMITED
    PyObject *module = ((PyHeapTypeObject *)cls)->ht_module;
    /* The creator of the class may have passed any object as the module. */
    if (INSULATE_PRIV_LIKELY(module != INSULATE_PRIV_NULL
                             && Py_TYPE(module) == &PyModule_Type))
    {
        return insulate_module_state(module);
    }
#endif
    return PyType_GetModuleState(cls);
}

/* PyType_GetModule_DuringGC; see insulate/backports.h. */
INSULATE_PRIV_INLINE PyObject *
insulate_type_get_module_during_gc(PyTypeObject *type)
{
#if INSULATE_PRIV_API >= 0x030f0000
    return PyType_GetModule_DuringGC(type);
#elif !INSULATE_PRIV_LIMITED
    return insulate_module_within(type);
#else
    PyObject *module = INSULATE_PRIV_NULL;
    if (insulate_is_heap_type(type)) {
        PyObject *kind, *value, *traceback;
        PyErr_Fetch(&kind, &value, &traceback);
        module = PyType_GetModule(type);
        PyErr_Restore(kind, value, traceback);
    }
    return module;
#endif
}

/* PyModule_GetState_DuringGC; see insulate/backports.h. */
INSULATE_PRIV_INLINE void *
insulate_module_get_state_during_gc(PyObject *module)
{
#if INSULATE_PRIV_API >= 0x030f0000
    return PyModule_GetState_DuringGC(module);
#else
    return PyModule_GetState(module);
#endif
}

/* PyType_GetModuleState_DuringGC; see insulate/backports.h. */
INSULATE_PRIV_INLINE void *
insulate_type_get_module_state_during_gc(PyTypeObject *type)
{
    PyObject *module = insulate_type_get_module_during_gc(type);
    return module == INSULATE_PRIV_NULL ? INSULATE_PRIV_NULL
                                        : insulate_module_get_state_during_gc(module);
}

/* One of the slots that this header uses; of a static type only if the API supports it,
 * which PyType_GetSlot of 3.9 does not. */
INSULATE_PRIV_INLINE void *
insulate_type_slot(PyTypeObject *type, int slot)
{
#if !INSULATE_PRIV_LIMITED
    switch (slot) {
    case Py_tp_base:
        return type->tp_base;
    case Py_tp_new:
        return INSULATE_PRIV_POINTER(type->tp_new);
    case Py_tp_traverse:
        return INSULATE_PRIV_POINTER(type->tp_traverse);
    case Py_tp_clear:
        return INSULATE_PRIV_POINTER(type->tp_clear);
    case Py_tp_dealloc:
        return INSULATE_PRIV_POINTER(type->tp_dealloc);
    default:
        return PyType_GetSlot(type, slot);
    }
#else
#if INSULATE_PRIV_API < 0x030a0000
    if (!insulate_is_heap_type(type) && insulate_running_minor() < 10) {
        return INSULATE_PRIV_NULL;
    }
#endif
    return PyType_GetSlot(type, slot);
#endif
}

/* Whether a type itself, not a base of it, has that method table. */
INSULATE_PRIV_INLINE int
insulate_is_own_class(PyTypeObject *type, const PyMethodDef *methods)
{
#if !INSULATE_PRIV_LIMITED
    return type->tp_methods == methods;
#else
    return insulate_type_slot(type, Py_tp_methods) == (const void *)methods;
#endif
}

/* Whether the data that a class adds to its base can be found. */
#if INSULATE_PRIV_API >= 0x030c0000 || !INSULATE_PRIV_LIMITED                          \
    || defined(INSULATE_USE_PRIVATE_LAYOUT)
#define INSULATE_PRIV_HAS_TYPE_DATA 1
#else
#define INSULATE_PRIV_HAS_TYPE_DATA 0
#endif

#if INSULATE_PRIV_API < 0x030c0000
#if INSULATE_PRIV_HAS_TYPE_DATA
/* bytes: an instance of a class. It cannot fail, because traverse and dealloc functions
 * need it: in the limited API it is read from PyTypeObject, where it follows the head
 * (fixed for abi3) and the name in every CPython. */
INSULATE_PRIV_INLINE Py_ssize_t
insulate_basic_size(PyTypeObject *type)
{
#if !INSULATE_PRIV_LIMITED
    return type->tp_basicsize;
#else
    return *(Py_ssize_t *)(void *)((char *)type + sizeof(PyVarObject) + sizeof(char *));
#endif
}
#endif

/* The same, or -1 with an exception if it differs from __basicsize__. */
INSULATE_PRIV_INLINE Py_ssize_t
insulate_basic_size_if_told(PyTypeObject *type)
{
#if !INSULATE_PRIV_LIMITED
    return type->tp_basicsize;
#else
    PyObject *number = PyObject_GetAttrString((PyObject *)type, "__basicsize__");
    Py_ssize_t size;
    if (number == INSULATE_PRIV_NULL) {
        return -1;
    }
    size = PyLong_AsSsize_t(number);
    Py_DECREF(number);
#if INSULATE_PRIV_HAS_TYPE_DATA
    if (size >= 0 && size != insulate_basic_size(type)) {
        PyErr_SetString(PyExc_SystemError,
                        "this Python keeps the size of classes elsewhere: build the "
                        "module without INSULATE_USE_PRIVATE_LAYOUT, or with "
                        "Py_LIMITED_API 0x030c0000 or newer");
        return -1;
    }
#endif
    return size;
#endif
}
#endif

/* Data of a class with a negative basicsize starts at this alignment (PEP 697). */
#define INSULATE_PRIV_ALIGNMENT 16
#define INSULATE_PRIV_ALIGN(SIZE)                                                      \
    (((SIZE) + (INSULATE_PRIV_ALIGNMENT - 1))                                          \
     & ~(Py_ssize_t)(INSULATE_PRIV_ALIGNMENT - 1))

#if INSULATE_PRIV_HAS_TYPE_DATA
/* PyObject_GetTypeData; see insulate/backports.h. */
INSULATE_PRIV_INLINE void *
insulate_object_get_type_data(PyObject *self, PyTypeObject *cls)
{
#if INSULATE_PRIV_API >= 0x030c0000
    return PyObject_GetTypeData(self, cls);
#else
    PyTypeObject *base = (PyTypeObject *)insulate_type_slot(cls, Py_tp_base);
    return (void *)((char *)self + INSULATE_PRIV_ALIGN(insulate_basic_size(base)));
#endif
}

/* PyObject_GetTypeData_DuringGC; see insulate/backports.h. */
INSULATE_PRIV_INLINE void *
insulate_object_get_type_data_during_gc(PyObject *self, PyTypeObject *cls)
{
#if INSULATE_PRIV_API >= 0x030f0000
    return PyObject_GetTypeData_DuringGC(self, cls);
#else
    return insulate_object_get_type_data(self, cls);
#endif
}
#endif

/* Py_RELATIVE_OFFSET of 3.12. */
#define INSULATE_PRIV_RELATIVE_OFFSET 8

/* The last part of a dotted name. */
INSULATE_PRIV_INLINE const char *
insulate_last_name(const char *name)
{
    const char *last = name;
    for (; *name != '\0'; name++) {
        if (*name == '.') {
            last = name + 1;
        }
    }
    return last;
}

#ifdef __cplusplus
}
#endif

#endif /* INSULATE_CORE_H */
