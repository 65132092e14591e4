/* insulate.h: extension modules of CPython whose state is isolated.
 *
 * Static inline functions and macros; there is nothing to link. This file is sufficient
 * for most modules. Further parts:
 *
 *   insulate/backports.h        functions of newer CPythons, under their names
 *   insulate/callbacks.h        foreign libraries that call back from any thread
 *   insulate/capsules.h         a C API for other modules
 *   insulate/class_state.h      state that belongs to one class
 *   insulate/extension_class.h  classes that derive from a class of other C code
 *   insulate/threads.h          locks for what interpreters and threads share
 *   insulate/heap_types.h       classes only, for modules with a state of their own
 *   insulate/deprecated.h       the names of version 0.1
 *
 * C99, C++11 or newer; gcc, clang, MSVC; CPython 3.9 to 3.15: the full API, the limited
 * API from 3.9, free-threaded builds, and abi3t from 3.15.
 *
 * Names: Insulate_Function, INSULATE_MACRO; names that begin with insulate_ or
 * INSULATE_PRIV_ are private. References are *strong* or *borrowed*. Unless a comment
 * says otherwise, a function needs an attached thread state, and sets an exception when
 * it fails. "Guide" is CPython's HOWTO "Isolating Extension Modules".
 *
 * docs/header.md describes all parts; examples/ has a complete module for each.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef INSULATE_H
#define INSULATE_H

#include "insulate/heap_types.h"

#ifdef __cplusplus
extern "C" {
#endif

/* -------------------------------------------------- fields */

/* A list of fields is a macro with one parameter, which it calls once per field:
 *
 *     #define SPAM_FIELDS(X) \
 *         X(OBJECT, Error) \
 *         X(TYPE, Spam_type) \
 *         X(DATA, long limit)
 *
 * A field is zero before it is set. The macros define the struct from the list, and
 * functions that visit, clear and release the fields that are set. The kinds of fields:
 */
/* X(OBJECT, NAME): PyObject *NAME: a strong reference; visited and cleared.
 * Since: 0.1; CPython 3.9.
 * Source: Guide "Managing Per-Module State".
 */
/* X(TYPE, NAME): PyTypeObject *NAME: a strong reference; visited and cleared.
 * Since: 0.1; CPython 3.9.
 * Source: Guide "Managing Per-Module State".
 */
/* X(OBJECTS, NAME, N): PyObject *NAME[N]: N strong references; visited and cleared.
 * Since: 0.1; CPython 3.9.
 * Source: Guide "Managing Per-Module State".
 */
/* X(OWNED, CTYPE, NAME, RELEASE): CTYPE NAME: RELEASE(NAME) is called when the struct
 * is freed, unless the field is zero.
 * Since: 0.1; CPython 3.9.
 * Source: Guide "Managing Per-Module State".
 */
/* X(DATA, DECLARATION): any declaration; it is not released.
 * Since: 0.1; CPython 3.9.
 * Source: Guide "Managing Per-Module State".
 */
/* X(WEAKREFS, NAME): in instances only: the list of weak references; declare it with
 * INSULATE_MEMBER_WEAKREFS.
 * Since: 0.1; CPython 3.9.
 * Source: Guide "Managing Per-Module State".
 */
/* X(DICT, NAME): in instances only: the __dict__; declare it with INSULATE_MEMBER_DICT.
 * Since: 0.1; CPython 3.9.
 * Source: Guide "Managing Per-Module State".
 */
#define INSULATE_PRIV_DECLARE(KIND, ...)                                               \
    INSULATE_PRIV_EXPAND(INSULATE_PRIV_DECLARE_##KIND(__VA_ARGS__))
#define INSULATE_PRIV_DECLARE_OBJECT(NAME) PyObject *NAME;
#define INSULATE_PRIV_DECLARE_TYPE(NAME) PyTypeObject *NAME;
#define INSULATE_PRIV_DECLARE_OBJECTS(NAME, N) PyObject *NAME[N];
#define INSULATE_PRIV_DECLARE_OWNED(CTYPE, NAME, RELEASE) CTYPE NAME;
#define INSULATE_PRIV_DECLARE_DATA(...) __VA_ARGS__;
#define INSULATE_PRIV_DECLARE_WEAKREFS(NAME) PyObject *NAME;
#define INSULATE_PRIV_DECLARE_DICT(NAME) PyObject *NAME;

#define INSULATE_PRIV_VISIT(KIND, ...)                                                 \
    INSULATE_PRIV_EXPAND(INSULATE_PRIV_VISIT_##KIND(__VA_ARGS__))
#define INSULATE_PRIV_VISIT_OBJECT(NAME) Py_VISIT(fields->NAME);
#define INSULATE_PRIV_VISIT_TYPE(NAME) Py_VISIT(fields->NAME);
#define INSULATE_PRIV_VISIT_OBJECTS(NAME, N)                                           \
    for (size_t i = 0; i < sizeof(fields->NAME) / sizeof(fields->NAME[0]); i++) {      \
        Py_VISIT(fields->NAME[i]);                                                     \
    }
#define INSULATE_PRIV_VISIT_OWNED(CTYPE, NAME, RELEASE)
#define INSULATE_PRIV_VISIT_DATA(...)
#define INSULATE_PRIV_VISIT_WEAKREFS(NAME)
#define INSULATE_PRIV_VISIT_DICT(NAME) Py_VISIT(fields->NAME);

#define INSULATE_PRIV_CLEAR(KIND, ...)                                                 \
    INSULATE_PRIV_EXPAND(INSULATE_PRIV_CLEAR_##KIND(__VA_ARGS__))
#define INSULATE_PRIV_CLEAR_OBJECT(NAME) Py_CLEAR(fields->NAME);
#define INSULATE_PRIV_CLEAR_TYPE(NAME) Py_CLEAR(fields->NAME);
#define INSULATE_PRIV_CLEAR_OBJECTS(NAME, N)                                           \
    for (size_t i = 0; i < sizeof(fields->NAME) / sizeof(fields->NAME[0]); i++) {      \
        Py_CLEAR(fields->NAME[i]);                                                     \
    }
#define INSULATE_PRIV_CLEAR_OWNED(CTYPE, NAME, RELEASE)
#define INSULATE_PRIV_CLEAR_DATA(...)
#define INSULATE_PRIV_CLEAR_WEAKREFS(NAME)
#define INSULATE_PRIV_CLEAR_DICT(NAME) Py_CLEAR(fields->NAME);

/* Fields that are released only with the struct, after its objects are cleared. */
#define INSULATE_PRIV_RELEASE(KIND, ...)                                               \
    INSULATE_PRIV_EXPAND(INSULATE_PRIV_RELEASE_##KIND(__VA_ARGS__))
#define INSULATE_PRIV_RELEASE_OBJECT(NAME)
#define INSULATE_PRIV_RELEASE_TYPE(NAME)
#define INSULATE_PRIV_RELEASE_OBJECTS(NAME, N)
#define INSULATE_PRIV_RELEASE_OWNED(CTYPE, NAME, RELEASE)                              \
    if (fields->NAME) {                                                                \
        RELEASE(fields->NAME);                                                         \
        fields->NAME = 0;                                                              \
    }
#define INSULATE_PRIV_RELEASE_DATA(...)
#define INSULATE_PRIV_RELEASE_WEAKREFS(NAME)
#define INSULATE_PRIV_RELEASE_DICT(NAME)

/* Whether releasing the fields can release further objects. */
#define INSULATE_PRIV_HOLDS(KIND, ...)                                                 \
    INSULATE_PRIV_EXPAND(INSULATE_PRIV_HOLDS_##KIND(__VA_ARGS__))
#define INSULATE_PRIV_HOLDS_OBJECT(NAME) || fields->NAME != INSULATE_PRIV_NULL
#define INSULATE_PRIV_HOLDS_TYPE(NAME) || fields->NAME != INSULATE_PRIV_NULL
#define INSULATE_PRIV_HOLDS_OBJECTS(NAME, N) || 1
#define INSULATE_PRIV_HOLDS_OWNED(CTYPE, NAME, RELEASE)
#define INSULATE_PRIV_HOLDS_DATA(...)
#define INSULATE_PRIV_HOLDS_WEAKREFS(NAME)
#define INSULATE_PRIV_HOLDS_DICT(NAME) || fields->NAME != INSULATE_PRIV_NULL

/* Weak references are cleared first, while the object is complete. */
#define INSULATE_PRIV_FORGET(KIND, ...)                                                \
    INSULATE_PRIV_EXPAND(INSULATE_PRIV_FORGET_##KIND(__VA_ARGS__))
#define INSULATE_PRIV_FORGET_OBJECT(NAME)
#define INSULATE_PRIV_FORGET_TYPE(NAME)
#define INSULATE_PRIV_FORGET_OBJECTS(NAME, N)
#define INSULATE_PRIV_FORGET_OWNED(CTYPE, NAME, RELEASE)
#define INSULATE_PRIV_FORGET_DATA(...)
#define INSULATE_PRIV_FORGET_WEAKREFS(NAME)                                            \
    if (fields->NAME != INSULATE_PRIV_NULL) {                                          \
        PyObject_ClearWeakRefs(self);                                                  \
    }
#define INSULATE_PRIV_FORGET_DICT(NAME)

/* The functions of a struct STRUCT with the fields FIELDS. */
#define INSULATE_PRIV_FIELD_FUNCTIONS(STRUCT, FIELDS)                                  \
    INSULATE_PRIV_INLINE int STRUCT##_insulate_visit_fields(                           \
        STRUCT *fields, visitproc visit, void *arg)                                    \
    {                                                                                  \
        (void)fields;                                                                  \
        (void)visit;                                                                   \
        (void)arg;                                                                     \
        FIELDS(INSULATE_PRIV_VISIT)                                                    \
        return 0;                                                                      \
    }                                                                                  \
    INSULATE_PRIV_INLINE void STRUCT##_insulate_clear_fields(STRUCT *fields)           \
    {                                                                                  \
        (void)fields;                                                                  \
        FIELDS(INSULATE_PRIV_CLEAR)                                                    \
    }                                                                                  \
    INSULATE_PRIV_INLINE void STRUCT##_insulate_release_fields(STRUCT *fields)         \
    {                                                                                  \
        (void)fields;                                                                  \
        FIELDS(INSULATE_PRIV_RELEASE)                                                  \
    }                                                                                  \
    INSULATE_PRIV_INLINE int STRUCT##_insulate_fields_hold(STRUCT *fields)             \
    {                                                                                  \
        (void)fields;                                                                  \
        return 0 FIELDS(INSULATE_PRIV_HOLDS);                                          \
    }                                                                                  \
    INSULATE_PRIV_INLINE void STRUCT##_insulate_forget_fields(PyObject *self,          \
                                                              STRUCT *fields)          \
    {                                                                                  \
        (void)self;                                                                    \
        (void)fields;                                                                  \
        FIELDS(INSULATE_PRIV_FORGET)                                                   \
    }

/* -------------------------------------------------- one module object per process */

/* Insulate_Once: the permission for one module object per process; a static variable,
 * initialised to zero. INSULATE_MODULE contains one; use this in modules without
 * INSULATE_MODULE.
 * Since: 0.1; CPython 3.9.
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
 * Since: 0.1; CPython 3.9.
 * Source: Guide "Opt-Out: Limiting to One Module Object per Process".
 */
INSULATE_PRIV_INLINE INSULATE_PRIV_CHECKED int
Insulate_OnceTake(Insulate_Once *once)
{
    if (INSULATE_PRIV_EXCHANGE(&once->taken, 1)) {
        PyErr_SetString(PyExc_ImportError,
                        "cannot load module more than once per process");
        return -1;
    }
    return 0;
}

/* Insulate_OnceReturn: returns the permission. INSULATE_MODULE does this when its exec
 * function fails or the module object is freed.
 *   once: a permission that this module object has taken.
 * Errors: none.
 * Thread state: not needed.
 * Since: 0.1; CPython 3.9.
 * Source: Guide "Opt-Out: Limiting to One Module Object per Process".
 */
INSULATE_PRIV_INLINE void
Insulate_OnceReturn(Insulate_Once *once)
{
    (void)INSULATE_PRIV_EXCHANGE(&once->taken, 0);
}

/* -------------------------------------------------- module state */

/* Data that another part of the header stores in a module state. The state releases it,
 * in a file that may not include that part. */
struct insulate_part {
    void (*drop)(struct insulate_part *part);
};

/* What every module state starts with. */
typedef struct {
    PyObject *module;    /* *borrowed*: the state is a part of it */
    Insulate_Once *once; /* held by this module object, or NULL */
    PyTypeObject *holder_type;
    PyObject *holder_key;
    struct insulate_part *gate; /* of insulate/callbacks.h */
} insulate_state_head;

/* INSULATE_STATE: declares the module state of a module in one C file.
 *   PREFIX: prefix of the generated names.
 *   FIELDS: the list of fields (see "fields" above).
 * Returns: declarations of PREFIX_state, PREFIX_state_from_module(),
 *   PREFIX_state_from_class(), PREFIX_state_from_type(), PREFIX_state_from_self(),
 *   PREFIX_state_from_operands(), PREFIX_state_from_power() and PREFIX_module_token(), which are
 *   described below.
 * Errors: see the functions.
 * Thread state: attached, for all functions.
 * Since: 0.1; CPython 3.9.
 * Source: Guide "Managing Per-Module State", "Module State Access".
 */
/* PREFIX_state: the struct of the module state, which INSULATE_STATE declares; its fields
 * are named as in the list.
 * Since: 0.1; CPython 3.9.
 * Source: Guide "Managing Per-Module State".
 */
/* PREFIX_state_from_module: the state of a module object.
 *   module: a module object that INSULATE_MODULE defined; the first argument of the
 *     module's functions.
 * Returns: the state; it lives as long as the module object.
 * Errors: none.
 * Thread state: attached.
 * Since: 0.1; CPython 3.9.
 * Source: Guide "Module State Access from Module-Level Functions".
 */
/* PREFIX_state_from_class: the state of the module that created a class.
 *   cls: the defining class, which methods of INSULATE_CLASS_METHOD get.
 * Returns: the state, or NULL.
 * Errors: TypeError if the class has no module.
 * Thread state: attached.
 * Since: 0.1; CPython 3.9.
 * Source: Guide "Module State Access from Regular Methods".
 */
/* PREFIX_state_from_type: the state of the module that created a class or one of its
 * bases; for class methods and tp_new, which may get a subclass of another module.
 *   type: any type.
 * Returns: the state, or NULL.
 * Errors: TypeError if no base is of this module.
 * Thread state: attached.  Not in traverse functions.
 * Since: 0.1; CPython 3.9.
 * Source: Guide "Module State Access from Slot Methods, Getters and Setters".
 */
/* PREFIX_state_from_self: PREFIX_state_from_type of the type of an object; for slots, getters and
 * setters of classes without INSULATE_INSTANCE.
 *   self: any object; not NULL.
 * Returns: the state, or NULL.
 * Errors: TypeError if no base of its type is of this module.
 * Thread state: attached.  Not in traverse functions.
 * Since: 0.1; CPython 3.9.
 * Source: Guide "Module State Access from Slot Methods, Getters and Setters".
 */
/* PREFIX_state_from_operands: the state for a binary slot, whose left operand may be of
 * another type.
 *   left, right: the operands; not NULL.
 * Returns: the state of the first operand that has one, or NULL.
 * Errors: TypeError if neither is of this module.
 * Thread state: attached.
 * Since: 0.1; CPython 3.9.
 * Source: Guide "Module State Access from Slot Methods, Getters and Setters".
 */
/* PREFIX_state_from_power: the state for nb_power, which is called if any of its three operands is
 * of this module, as in pow(2, 3, x).
 *   base, exponent, modulus: the operands; not NULL.
 * Returns: the state of the first operand that has one, or NULL.
 * Errors: TypeError if none is of this module.
 * Thread state: attached.
 * Since: 0.1; CPython 3.9.
 * Source: Guide "Module State Access from Slot Methods, Getters and Setters"; C-API "Number
 *   Protocol", PyNumber_Power.
 */
/* PREFIX_module_token: identifies the module for PyType_GetModuleByDef.
 * Returns: the definition; in abi3t an opaque token.
 * Errors: none.
 * Thread state: not needed.
 * Since: 0.1; CPython 3.9.
 * Source: C-API "Module Objects", Py_mod_token.
 */
#define INSULATE_STATE(PREFIX, FIELDS)                                                 \
    static PyModuleDef *PREFIX##_module_token(void);                                   \
    INSULATE_PRIV_STATE(PREFIX, FIELDS)

/* INSULATE_STATE_SHARED: INSULATE_STATE for a module of several C files: use it in
 * their common header, and INSULATE_MODULE in one of them.
 *   PREFIX, FIELDS: as for INSULATE_STATE.
 * Returns: as INSULATE_STATE.
 * Errors: as INSULATE_STATE.
 * Thread state: as INSULATE_STATE.
 * Since: 0.1; CPython 3.9.
 * Source: as INSULATE_STATE.
 */
#define INSULATE_STATE_SHARED(PREFIX, FIELDS)                                          \
    INSULATE_PRIV_C_LINKAGE INSULATE_PRIV_HIDDEN PyModuleDef *PREFIX##_module_token(   \
        void);                                                                         \
    INSULATE_PRIV_STATE(PREFIX, FIELDS)

#ifdef __cplusplus
#define INSULATE_PRIV_C_LINKAGE extern "C"
#else
#define INSULATE_PRIV_C_LINKAGE extern
#endif

#define INSULATE_PRIV_STATE(PREFIX, FIELDS)                                            \
    typedef struct PREFIX##_state PREFIX##_state;                                      \
    struct PREFIX##_state {                                                            \
        insulate_state_head insulate;                                                  \
        FIELDS(INSULATE_PRIV_DECLARE)                                                  \
    };                                                                                 \
    INSULATE_PRIV_FIELD_FUNCTIONS(PREFIX##_state, FIELDS)                              \
    INSULATE_PRIV_INLINE PREFIX##_state *PREFIX##_state_from_module(PyObject *module)  \
    {                                                                                  \
        return (PREFIX##_state *)insulate_module_state(module);                        \
    }                                                                                  \
    INSULATE_PRIV_INLINE PREFIX##_state *PREFIX##_state_from_class(PyTypeObject *cls)  \
    {                                                                                  \
        return (PREFIX##_state *)(INSULATE_PRIV_LIKELY(insulate_is_heap_type(cls))     \
                                      ? insulate_state_of_class(cls)                   \
                                      : PyType_GetModuleState(cls));                   \
    }                                                                                  \
    INSULATE_PRIV_INLINE PREFIX##_state *PREFIX##_state_from_type(PyTypeObject *type)  \
    {                                                                                  \
        PyObject *module =                                                             \
            insulate_type_get_module_by_def(type, PREFIX##_module_token());            \
        return module == INSULATE_PRIV_NULL                                            \
                   ? INSULATE_PRIV_NULL                                                \
                   : (PREFIX##_state *)insulate_module_state(module);                  \
    }                                                                                  \
    INSULATE_PRIV_INLINE PREFIX##_state *PREFIX##_state_from_self(PyObject *self)      \
    {                                                                                  \
        return PREFIX##_state_from_type(Py_TYPE(self));                                \
    }                                                                                  \
    INSULATE_PRIV_INLINE PREFIX##_state *PREFIX##_state_from_operands(PyObject *left,  \
                                                                      PyObject *right) \
    {                                                                                  \
        PREFIX##_state *state = PREFIX##_state_from_type(Py_TYPE(left));               \
        if (state == INSULATE_PRIV_NULL && PyErr_ExceptionMatches(PyExc_TypeError)) {  \
            PyErr_Clear();                                                             \
            state = PREFIX##_state_from_type(Py_TYPE(right));                          \
        }                                                                              \
        return state;                                                                  \
    }                                                                                  \
    INSULATE_PRIV_INLINE PREFIX##_state *PREFIX##_state_from_power(                    \
        PyObject *base, PyObject *exponent, PyObject *modulus)                         \
    {                                                                                  \
        PREFIX##_state *state = PREFIX##_state_from_operands(base, exponent);          \
        if (state == INSULATE_PRIV_NULL && PyErr_ExceptionMatches(PyExc_TypeError)) {  \
            PyErr_Clear();                                                             \
            state = PREFIX##_state_from_type(Py_TYPE(modulus));                        \
        }                                                                              \
        return state;                                                                  \
    }                                                                                  \
    INSULATE_PRIV_INLINE int PREFIX##_insulate_traverse(PyObject *module,              \
                                                        visitproc visit, void *arg)    \
    {                                                                                  \
        PREFIX##_state *state =                                                        \
            (PREFIX##_state *)insulate_module_get_state_during_gc(module);             \
        if (state == INSULATE_PRIV_NULL) {                                             \
            return 0;                                                                  \
        }                                                                              \
        Py_VISIT(state->insulate.holder_type);                                         \
        return PREFIX##_state_insulate_visit_fields(state, visit, arg);                \
    }                                                                                  \
    INSULATE_PRIV_INLINE int PREFIX##_insulate_clear(PyObject *module)                 \
    {                                                                                  \
        PREFIX##_state *state = (PREFIX##_state *)PyModule_GetState(module);           \
        if (state != INSULATE_PRIV_NULL) {                                             \
            PREFIX##_state_insulate_clear_fields(state);                               \
            insulate_state_clear(&state->insulate);                                    \
        }                                                                              \
        return 0;                                                                      \
    }                                                                                  \
    INSULATE_PRIV_INLINE void PREFIX##_insulate_free(void *module)                     \
    {                                                                                  \
        PREFIX##_state *state =                                                        \
            (PREFIX##_state *)PyModule_GetState((PyObject *)module);                   \
        if (state != INSULATE_PRIV_NULL) {                                             \
            (void)PREFIX##_insulate_clear((PyObject *)module);                         \
            PREFIX##_state_insulate_release_fields(state);                             \
            insulate_state_free(&state->insulate);                                     \
        }                                                                              \
    }

/* -------------------------------------------------- module definition */

INSULATE_PRIV_INLINE void
insulate_state_clear(insulate_state_head *state)
{
    Py_CLEAR(state->holder_type);
    Py_CLEAR(state->holder_key);
}

INSULATE_PRIV_INLINE void
insulate_state_free(insulate_state_head *state)
{
    if (state->gate != INSULATE_PRIV_NULL) {
        state->gate->drop(state->gate);
        state->gate = INSULATE_PRIV_NULL;
    }
    if (state->once != INSULATE_PRIV_NULL) {
        Insulate_OnceReturn(state->once);
        state->once = INSULATE_PRIV_NULL;
    }
}

/* Before the module's own exec function. */
INSULATE_PRIV_INLINE int
insulate_state_begin(insulate_state_head *state, PyObject *module, Insulate_Once *once)
{
    state->module = module;
#if INSULATE_PRIV_FAST
    if (PyModule_Type.tp_basicsize
            < (Py_ssize_t)(sizeof(PyObject)
                           + (INSULATE_PRIV_N_BEFORE_STATE + 1) * sizeof(void *))
        || insulate_expected_state(module) != (void *)state)
    {
        PyErr_SetString(PyExc_SystemError,
                        "this CPython keeps module state elsewhere: build the module "
                        "without INSULATE_USE_PRIVATE_LAYOUT");
        return -1;
    }
#endif
    if (once != INSULATE_PRIV_NULL) {
        if (Insulate_OnceTake(once) < 0) {
            return -1;
        }
        state->once = once;
    }
    return 0;
}

/* After it failed. */
INSULATE_PRIV_INLINE void
insulate_state_abandon(insulate_state_head *state)
{
    if (state->once != INSULATE_PRIV_NULL) {
        Insulate_OnceReturn(state->once);
        state->once = INSULATE_PRIV_NULL;
    }
}

#define INSULATE_PRIV_ONCE_DEFINE_ONCE(PREFIX)                                         \
    static Insulate_Once PREFIX##_insulate_once;
#define INSULATE_PRIV_ONCE_DEFINE_SHARED_GIL(PREFIX)
#define INSULATE_PRIV_ONCE_DEFINE_OWN_GIL(PREFIX)
#define INSULATE_PRIV_ONCE_POINTER_ONCE(PREFIX) &PREFIX##_insulate_once
#define INSULATE_PRIV_ONCE_POINTER_SHARED_GIL(PREFIX) INSULATE_PRIV_NULL
#define INSULATE_PRIV_ONCE_POINTER_OWN_GIL(PREFIX) INSULATE_PRIV_NULL
#define INSULATE_PRIV_INTERPRETERS_ONCE 0
#define INSULATE_PRIV_INTERPRETERS_SHARED_GIL 1
#define INSULATE_PRIV_INTERPRETERS_OWN_GIL 2
#define INSULATE_PRIV_GIL_GIL_USED 0
#define INSULATE_PRIV_GIL_GIL_NOT_USED 1

/* Slots 3 and 4: before 3.12 and 3.13 they are a SystemError. */
#if INSULATE_PRIV_LIMITED && INSULATE_PRIV_API < 0x030f0000
#define INSULATE_PRIV_MOD_INTERPRETERS 3
#define INSULATE_PRIV_MOD_GIL 4
#else
#define INSULATE_PRIV_MOD_INTERPRETERS Py_mod_multiple_interpreters
#define INSULATE_PRIV_MOD_GIL Py_mod_gil
#endif
#define INSULATE_PRIV_SLOT_INTERPRETERS(SUPPORT)                                       \
    {INSULATE_PRIV_MOD_INTERPRETERS,                                                   \
     INSULATE_PRIV_NUMBER(INSULATE_PRIV_INTERPRETERS_##SUPPORT)},
#define INSULATE_PRIV_SLOT_GIL(GIL)                                                    \
    {INSULATE_PRIV_MOD_GIL, INSULATE_PRIV_NUMBER(INSULATE_PRIV_GIL_##GIL)},

/* The tables of slots, and the one that an import uses: one table without the limited
 * API, else the one that the running CPython supports. */
#define INSULATE_PRIV_SLOTS_TABLE(PREFIX, SUFFIX, ...)                                 \
    static PyModuleDef_Slot PREFIX##_insulate_slots##SUFFIX[] = {                      \
        INSULATE_SLOT(Py_mod_exec, PREFIX##_insulate_exec),                            \
        __VA_ARGS__{0, INSULATE_PRIV_NULL}};
#if !INSULATE_PRIV_LIMITED && PY_VERSION_HEX < 0x030c0000
#define INSULATE_PRIV_SLOTS(PREFIX, SUPPORT, GIL)                                      \
    static PyModuleDef_Slot PREFIX##_insulate_slots[] = {                              \
        INSULATE_SLOT(Py_mod_exec, PREFIX##_insulate_exec), {0, INSULATE_PRIV_NULL}};
#define INSULATE_PRIV_CHOOSE_SLOTS(PREFIX) (void)0
#elif !INSULATE_PRIV_LIMITED && PY_VERSION_HEX < 0x030d0000
#define INSULATE_PRIV_SLOTS(PREFIX, SUPPORT, GIL)                                      \
    INSULATE_PRIV_SLOTS_TABLE(PREFIX, , INSULATE_PRIV_SLOT_INTERPRETERS(SUPPORT))
#define INSULATE_PRIV_CHOOSE_SLOTS(PREFIX) (void)0
#elif INSULATE_PRIV_API >= 0x030d0000
#define INSULATE_PRIV_SLOTS(PREFIX, SUPPORT, GIL)                                      \
    INSULATE_PRIV_SLOTS_TABLE(PREFIX, ,                                                \
                              INSULATE_PRIV_SLOT_INTERPRETERS(SUPPORT)                 \
                                  INSULATE_PRIV_SLOT_GIL(GIL))
#define INSULATE_PRIV_CHOOSE_SLOTS(PREFIX) (void)0
#else
#define INSULATE_PRIV_CHOICE 1
#define INSULATE_PRIV_SLOTS(PREFIX, SUPPORT, GIL)                                      \
    INSULATE_PRIV_SLOTS_TABLE(PREFIX, ,                                                \
                              INSULATE_PRIV_SLOT_INTERPRETERS(SUPPORT)                 \
                                  INSULATE_PRIV_SLOT_GIL(GIL))                         \
    INSULATE_PRIV_SLOTS_TABLE(PREFIX, _of_3_12,                                        \
                              INSULATE_PRIV_SLOT_INTERPRETERS(SUPPORT))                \
    static PyModuleDef_Slot PREFIX##_insulate_slots_of_3_9[] = {                       \
        INSULATE_SLOT(Py_mod_exec, PREFIX##_insulate_exec), {0, INSULATE_PRIV_NULL}};
#define INSULATE_PRIV_CHOOSE_SLOTS(PREFIX)                                             \
    insulate_choose_slots(&PREFIX##_insulate_module, PREFIX##_insulate_slots_of_3_9,   \
                          PREFIX##_insulate_slots_of_3_12, PREFIX##_insulate_slots)
#endif

#if INSULATE_PRIV_LIMITED && INSULATE_PRIV_API < 0x030d0000
/* Each import writes the same pointer. */
INSULATE_PRIV_INLINE void
insulate_choose_slots(PyModuleDef *definition, PyModuleDef_Slot *of_3_9,
                      PyModuleDef_Slot *of_3_12, PyModuleDef_Slot *of_3_13)
{
    const int minor = insulate_running_minor();
    PyModuleDef_Slot *slots = minor < 12 ? of_3_9 : minor < 13 ? of_3_12 : of_3_13;
    INSULATE_PRIV_STORE(&definition->m_slots, slots);
}
#endif

#if INSULATE_PRIV_API >= 0x030f0000
/* clang-format off: it takes the initialisers for blocks. */
#define INSULATE_PRIV_PYSLOT(ID, VALUE)                                                \
    {                                                                                  \
        (ID), PySlot_INTPTR | PySlot_STATIC, {0},                                      \
        {                                                                              \
            INSULATE_PRIV_POINTER(VALUE)                                               \
        }                                                                              \
    }
#define INSULATE_PRIV_PYSLOT_NUMBER(ID, VALUE)                                         \
    {                                                                                  \
        (ID), PySlot_INTPTR, {0},                                                      \
        {                                                                              \
            INSULATE_PRIV_NUMBER(VALUE)                                                \
        }                                                                              \
    }
/* clang-format on */
/* The function that 3.15 calls instead of PyInit (PEP 793, PEP 820). */
#define INSULATE_PRIV_EXPORT(PREFIX, NAME, DOC, METHODS, SUPPORT, GIL)                 \
    PyABIInfo_VAR(PREFIX##_insulate_abi);                                              \
    static PySlot PREFIX##_insulate_export[] = {                                       \
        INSULATE_PRIV_PYSLOT(Py_mod_abi, &PREFIX##_insulate_abi),                      \
        INSULATE_PRIV_PYSLOT(Py_mod_name, #NAME),                                      \
        INSULATE_PRIV_PYSLOT(Py_mod_doc, DOC),                                         \
        INSULATE_PRIV_PYSLOT(Py_mod_methods, METHODS),                                 \
        INSULATE_PRIV_PYSLOT_NUMBER(Py_mod_state_size, sizeof(PREFIX##_state)),        \
        INSULATE_PRIV_PYSLOT(Py_mod_state_traverse, PREFIX##_insulate_traverse),       \
        INSULATE_PRIV_PYSLOT(Py_mod_state_clear, PREFIX##_insulate_clear),             \
        INSULATE_PRIV_PYSLOT(Py_mod_state_free, PREFIX##_insulate_free),               \
        INSULATE_PRIV_PYSLOT(Py_mod_exec, PREFIX##_insulate_exec),                     \
        INSULATE_PRIV_PYSLOT_NUMBER(Py_mod_multiple_interpreters,                      \
                                    INSULATE_PRIV_INTERPRETERS_##SUPPORT),             \
        INSULATE_PRIV_PYSLOT_NUMBER(Py_mod_gil, INSULATE_PRIV_GIL_##GIL),              \
        INSULATE_PRIV_PYSLOT(Py_mod_token, &INSULATE_PRIV_TOKEN(PREFIX)),              \
        {0, 0, {0}, {INSULATE_PRIV_NULL}}};                                            \
    PyMODEXPORT_FUNC PyModExport_##NAME(void);                                         \
    PyMODEXPORT_FUNC PyModExport_##NAME(void)                                          \
    {                                                                                  \
        return PREFIX##_insulate_export;                                               \
    }
#else
#define INSULATE_PRIV_EXPORT(PREFIX, NAME, DOC, METHODS, SUPPORT, GIL)
#endif

#if INSULATE_PRIV_OPAQUE
#define INSULATE_PRIV_TOKEN(PREFIX) PREFIX##_insulate_token
#define INSULATE_PRIV_DEFINITION(PREFIX, NAME, DOC, METHODS, SUPPORT, GIL)             \
    static const char PREFIX##_insulate_token = 0;
#else
#define INSULATE_PRIV_TOKEN(PREFIX) PREFIX##_insulate_module
#define INSULATE_PRIV_DEFINITION(PREFIX, NAME, DOC, METHODS, SUPPORT, GIL)             \
    INSULATE_PRIV_SLOTS(PREFIX, SUPPORT, GIL)                                          \
    static PyModuleDef PREFIX##_insulate_module = {PyModuleDef_HEAD_INIT,              \
                                                   #NAME,                              \
                                                   DOC,                                \
                                                   (Py_ssize_t)sizeof(PREFIX##_state), \
                                                   METHODS,                            \
                                                   PREFIX##_insulate_slots,            \
                                                   PREFIX##_insulate_traverse,         \
                                                   PREFIX##_insulate_clear,            \
                                                   PREFIX##_insulate_free};            \
    PyMODINIT_FUNC PyInit_##NAME(void);                                                \
    PyMODINIT_FUNC PyInit_##NAME(void)                                                 \
    {                                                                                  \
        INSULATE_PRIV_CHOOSE_SLOTS(PREFIX);                                            \
        return PyModuleDef_Init(&PREFIX##_insulate_module);                            \
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
 *   SUPPORT: OWN_GIL, SHARED_GIL, or ONCE: one module object per process; a second
 *     import raises ImportError until the first module object is freed.
 *   GIL: GIL_USED or GIL_NOT_USED: whether free-threaded builds enable the GIL.
 * Returns: definitions.
 * Errors: none.
 * Thread state: not needed.
 * Since: 0.1; CPython 3.9.
 * Source: Guide "Managing Per-Module State", "Opt-Out"; PEP 489, 684, 703, 793, 820.
 */
#define INSULATE_MODULE(PREFIX, NAME, DOC, METHODS, EXEC, SUPPORT, GIL)                \
    INSULATE_PRIV_ONCE_DEFINE_##SUPPORT(PREFIX) static int PREFIX##_insulate_exec(     \
        PyObject *module)                                                              \
    {                                                                                  \
        PREFIX##_state *state = (PREFIX##_state *)PyModule_GetState(module);           \
        if (insulate_state_begin(&state->insulate, module,                             \
                                 INSULATE_PRIV_ONCE_POINTER_##SUPPORT(PREFIX))         \
            < 0)                                                                       \
        {                                                                              \
            return -1;                                                                 \
        }                                                                              \
        if (EXEC(module, state) < 0) {                                                 \
            insulate_state_abandon(&state->insulate);                                  \
            return -1;                                                                 \
        }                                                                              \
        return 0;                                                                      \
    }                                                                                  \
    INSULATE_PRIV_DEFINITION(PREFIX, NAME, DOC, METHODS, SUPPORT, GIL)                 \
    INSULATE_PRIV_EXPORT(PREFIX, NAME, DOC, METHODS, SUPPORT, GIL)                     \
    PyModuleDef *PREFIX##_module_token(void)                                           \
    {                                                                                  \
        return (PyModuleDef *)(void *)&INSULATE_PRIV_TOKEN(PREFIX);                    \
    }

/* -------------------------------------------------- instances */

#if INSULATE_PRIV_OPAQUE
#define INSULATE_PRIV_INSTANCE_HEAD
#define INSULATE_PRIV_INSTANCE_SIZE(TYPE) (-(int)sizeof(TYPE))
#define INSULATE_PRIV_INSTANCE_OF(TYPE, SELF)                                          \
    ((TYPE *)PyObject_GetTypeData(                                                     \
        (SELF), Insulate_FindClass(Py_TYPE(SELF), TYPE##_insulate_methods())))
#define INSULATE_PRIV_INSTANCE_OF_DURING_GC(TYPE, SELF)                                \
    ((TYPE *)insulate_object_get_type_data_during_gc(                                  \
        (SELF), Insulate_FindClass(Py_TYPE(SELF), TYPE##_insulate_methods())))
#else
#define INSULATE_PRIV_INSTANCE_HEAD PyObject ob_base;
#define INSULATE_PRIV_INSTANCE_SIZE(TYPE) ((int)sizeof(TYPE))
#define INSULATE_PRIV_INSTANCE_OF(TYPE, SELF) ((TYPE *)(void *)(SELF))
#define INSULATE_PRIV_INSTANCE_OF_DURING_GC(TYPE, SELF) ((TYPE *)(void *)(SELF))
#endif

/* Long chains of instances must not overflow the C stack. Since 3.14 CPython ensures
 * this; the limited API has no means for it before. */
#if !INSULATE_PRIV_LIMITED && PY_VERSION_HEX < 0x030e0000
#define INSULATE_PRIV_TRASHCAN_BEGIN(SELF, DEALLOC) Py_TRASHCAN_BEGIN(SELF, DEALLOC)
#define INSULATE_PRIV_TRASHCAN_END Py_TRASHCAN_END
#else
#define INSULATE_PRIV_TRASHCAN_BEGIN(SELF, DEALLOC) {
#define INSULATE_PRIV_TRASHCAN_END }
#endif

/* Declarations for all instances, independent of the implementation of TYPE_of(). */
#define INSULATE_PRIV_INSTANCE_COMMON(TYPE, PREFIX)                                    \
    INSULATE_PRIV_INLINE int TYPE##_is(PyObject *object)                               \
    {                                                                                  \
        return Insulate_FindClass(Py_TYPE(object), TYPE##_insulate_methods())          \
               != INSULATE_PRIV_NULL;                                                  \
    }                                                                                  \
    INSULATE_PRIV_OUTLINE TYPE *TYPE##_insulate_either_derived(PyObject *left,         \
                                                               PyObject *right)        \
    {                                                                                  \
        if (TYPE##_is(left)) {                                                         \
            return TYPE##_of(left);                                                    \
        }                                                                              \
        return TYPE##_is(right) ? TYPE##_of(right) : INSULATE_PRIV_NULL;               \
    }                                                                                  \
    INSULATE_PRIV_INLINE TYPE *TYPE##_either(PyObject *left, PyObject *right)          \
    {                                                                                  \
        /* First without the bases, because usually one operand is of the class
         * itself. */   \
        const PyMethodDef *methods = TYPE##_insulate_methods();                        \
        if (INSULATE_PRIV_LIKELY(insulate_is_own_class(Py_TYPE(left), methods))) {     \
            return TYPE##_of(left);                                                    \
        }                                                                              \
        if (INSULATE_PRIV_LIKELY(insulate_is_own_class(Py_TYPE(right), methods))) {    \
            return TYPE##_of(right);                                                   \
        }                                                                              \
        return TYPE##_insulate_either_derived(left, right);                            \
    }                                                                                  \
    INSULATE_PRIV_INLINE PREFIX##_state *TYPE##_state_from_type(PyTypeObject *type)    \
    {                                                                                  \
        PyTypeObject *cls = Insulate_FindClass(type, TYPE##_insulate_methods());       \
        if (cls == INSULATE_PRIV_NULL) {                                               \
            PyErr_SetString(PyExc_TypeError, #TYPE " or a subclass of it is needed");  \
            return INSULATE_PRIV_NULL;                                                 \
        }                                                                              \
        return (PREFIX##_state *)insulate_state_of_class(cls);                         \
    }

/* Traverse, clear and dealloc of a class whose base adds no data. */
#define INSULATE_PRIV_INSTANCE_HOOKS(TYPE, PREFIX)                                     \
    INSULATE_PRIV_INLINE PyObject *TYPE##_alloc(PyTypeObject *type,                    \
                                                PREFIX##_state *state)                 \
    {                                                                                  \
        PyObject *self = Insulate_Alloc(type);                                         \
        if (self != INSULATE_PRIV_NULL) {                                              \
            Py_INCREF(state->insulate.module);                                         \
            TYPE##_insulate_set_state(self, state);                                    \
        }                                                                              \
        return self;                                                                   \
    }                                                                                  \
    INSULATE_PRIV_INLINE PyObject *TYPE##_new_default(                                 \
        PyTypeObject *type, PyObject *args, PyObject *kwargs)                          \
    {                                                                                  \
        PREFIX##_state *state = TYPE##_state_from_type(type);                          \
        (void)args;                                                                    \
        (void)kwargs;                                                                  \
        return state == INSULATE_PRIV_NULL ? INSULATE_PRIV_NULL                        \
                                           : TYPE##_alloc(type, state);                \
    }                                                                                  \
    INSULATE_PRIV_INLINE int TYPE##_insulate_traverse(PyObject *self, visitproc visit, \
                                                      void *arg)                       \
    {                                                                                  \
        Py_VISIT(Py_TYPE(self));                                                       \
        return TYPE##_insulate_visit(self, visit, arg);                                \
    }                                                                                  \
    INSULATE_PRIV_INLINE int TYPE##_insulate_tp_clear(PyObject *self)                  \
    {                                                                                  \
        TYPE##_insulate_clear(self);                                                   \
        return 0;                                                                      \
    }                                                                                  \
    INSULATE_PRIV_INLINE void TYPE##_insulate_finish(PyObject *self)                   \
    {                                                                                  \
        PREFIX##_state *state = TYPE##_state_of(self);                                 \
        PyObject *module =                                                             \
            state == INSULATE_PRIV_NULL ? INSULATE_PRIV_NULL : state->insulate.module; \
        TYPE##_insulate_forget(self);                                                  \
        TYPE##_insulate_clear(self);                                                   \
        TYPE##_insulate_release(self);                                                 \
        Insulate_Free(self);                                                           \
        Py_XDECREF(module);                                                            \
    }                                                                                  \
    INSULATE_PRIV_INLINE void TYPE##_insulate_dealloc(PyObject *self)                  \
    {                                                                                  \
        if (Insulate_Finalize(self) < 0) {                                             \
            return;                                                                    \
        }                                                                              \
        PyObject_GC_UnTrack(self);                                                     \
        if (!TYPE##_insulate_holds(self)) {                                            \
            TYPE##_insulate_finish(self);                                              \
            return;                                                                    \
        }                                                                              \
        INSULATE_PRIV_TRASHCAN_BEGIN(self, TYPE##_insulate_dealloc)                    \
        TYPE##_insulate_finish(self);                                                  \
        INSULATE_PRIV_TRASHCAN_END                                                     \
    }

/* INSULATE_INSTANCE: declares the struct of the instances of a class, in one C file.
 *   TYPE: the struct's name, and prefix of the generated names.
 *   PREFIX: that of the module state.
 *   FIELDS: the list of fields (see "fields" above).
 * Returns: declarations of the struct TYPE and of TYPE_of(), TYPE_is(), TYPE_either(),
 *   TYPE_state_of(), TYPE_state_from_type(), TYPE_alloc() and TYPE_new_default(), which
 *   are described below. The struct has the fields and `state`, a pointer to the module
 *   state for fast access: TYPE_of(self)->state. This pointer and the GC header make an
 *   instance larger than that of a static type. The instance holds the module object,
 *   so the state exists as long as the instance.
 * Errors: MemoryError and TypeError, from the functions.
 * Thread state: attached, for all functions.
 * Since: 0.1; CPython 3.9.
 * Source: Guide "Defining Heap Types", "Garbage-Collection Protocol", "Module State
 *   Access from Slot Methods, Getters and Setters", "Lifetime of the Module State".
 */
/* TYPE_of: the struct of an instance: a cast, in abi3t a lookup.
 *   self: an instance of the class or of a subclass.
 * Returns: the struct, which is part of the instance.
 * Errors: none; the type is not checked, see TYPE_is.
 * Thread state: attached.
 * Since: 0.1; CPython 3.9.
 * Source: Guide "Defining Heap Types".
 */
/* TYPE_is: whether TYPE_of() is allowed.
 *   object: any object; not NULL.
 * Returns: 1 if it is an instance of the class or of a subclass, created by any module
 *   object of this module, 0 if not.
 * Errors: none.
 * Thread state: attached.
 * Since: 0.1; CPython 3.9.
 * Source: C-API "Type Objects", tp_methods, tp_base.
 */
/* TYPE_either: for binary slots: the operand that is an instance of the class.
 *   left, right: the operands; not NULL.
 * Returns: the struct of the first such operand, or NULL.
 * Errors: none; no exception is set.
 * Thread state: attached.
 * Since: 0.1; CPython 3.9.
 * Source: Guide "Module State Access from Slot Methods, Getters and Setters".
 */
/* TYPE_state_of: the module state of an instance.
 *   self: an instance of the class or of a subclass.
 * Returns: the state; it lives as long as the instance.
 * Errors: none.
 * Thread state: attached.
 * Since: 0.1; CPython 3.9.
 * Source: Guide "Module State Access from Slot Methods, Getters and Setters".
 */
/* TYPE_state_from_type: the module state of a class, for tp_new and class methods.
 *   type: the class or a subclass.
 * Returns: the state, or NULL.
 * Errors: TypeError for any other type.
 * Thread state: attached.
 * Since: 0.1; CPython 3.9.
 * Source: Guide "Module State Access from Regular Methods".
 */
/* TYPE_alloc: creates an instance. INSULATE_EXTENSION does not declare it.
 *   type: the class or a subclass.
 *   state: the state of the module that created the class.
 * Returns: *strong*: the instance, its fields zero; or NULL.
 * Errors: MemoryError.
 * Thread state: attached.
 * Since: 0.1; CPython 3.9.
 * Source: Guide "Defining Heap Types".
 */
/* TYPE_new_default: a function for Py_tp_new that creates an instance whose fields are
 * zero.
 *   type: the class or a subclass.
 *   args, kwargs: ignored; INSULATE_EXTENSION passes them to tp_new of the base.
 * Returns: *strong*: the instance, or NULL.
 * Errors: MemoryError, TypeError; exceptions of tp_new of the base.
 * Thread state: attached.
 * Since: 0.1; CPython 3.9.
 * Source: Guide "Defining Heap Types".
 */
#define INSULATE_INSTANCE(TYPE, PREFIX, FIELDS)                                        \
    static const PyMethodDef *TYPE##_insulate_methods(void);                           \
    INSULATE_PRIV_INSTANCE(TYPE, PREFIX, FIELDS)

/* INSULATE_INSTANCE_SHARED: INSULATE_INSTANCE for a module of several C files: use it
 * in their common header, and INSULATE_CLASS in one of them.
 *   TYPE, PREFIX, FIELDS: as for INSULATE_INSTANCE.
 * Returns: as INSULATE_INSTANCE.
 * Errors: as INSULATE_INSTANCE.
 * Thread state: as INSULATE_INSTANCE.
 * Since: 0.1; CPython 3.9.
 * Source: as INSULATE_INSTANCE.
 */
#define INSULATE_INSTANCE_SHARED(TYPE, PREFIX, FIELDS)                                 \
    INSULATE_PRIV_C_LINKAGE INSULATE_PRIV_HIDDEN const PyMethodDef                     \
        *TYPE##_insulate_methods(void);                                                \
    INSULATE_PRIV_INSTANCE(TYPE, PREFIX, FIELDS)

#define INSULATE_PRIV_INSTANCE(TYPE, PREFIX, FIELDS)                                   \
    typedef struct TYPE TYPE;                                                          \
    struct TYPE {                                                                      \
        INSULATE_PRIV_INSTANCE_HEAD                                                    \
        PREFIX##_state *state;                                                         \
        FIELDS(INSULATE_PRIV_DECLARE)                                                  \
    };                                                                                 \
    INSULATE_PRIV_FIELD_FUNCTIONS(TYPE, FIELDS)                                        \
    INSULATE_PRIV_INLINE TYPE *TYPE##_of(PyObject *self)                               \
    {                                                                                  \
        return INSULATE_PRIV_INSTANCE_OF(TYPE, self);                                  \
    }                                                                                  \
    INSULATE_PRIV_INLINE PREFIX##_state *TYPE##_state_of(PyObject *self)               \
    {                                                                                  \
        return TYPE##_of(self)->state;                                                 \
    }                                                                                  \
    INSULATE_PRIV_INLINE void TYPE##_insulate_set_state(PyObject *self,                \
                                                        PREFIX##_state *state)         \
    {                                                                                  \
        TYPE##_of(self)->state = state;                                                \
    }                                                                                  \
    INSULATE_PRIV_INLINE int TYPE##_insulate_visit(PyObject *self, visitproc visit,    \
                                                   void *arg)                          \
    {                                                                                  \
        TYPE *fields = INSULATE_PRIV_INSTANCE_OF_DURING_GC(TYPE, self);                \
        if (fields->state != INSULATE_PRIV_NULL) {                                     \
            Py_VISIT(fields->state->insulate.module);                                  \
        }                                                                              \
        return TYPE##_insulate_visit_fields(fields, visit, arg);                       \
    }                                                                                  \
    INSULATE_PRIV_INLINE int TYPE##_insulate_holds(PyObject *self)                     \
    {                                                                                  \
        return TYPE##_insulate_fields_hold(TYPE##_of(self));                           \
    }                                                                                  \
    INSULATE_PRIV_INLINE void TYPE##_insulate_forget(PyObject *self)                   \
    {                                                                                  \
        TYPE##_insulate_forget_fields(self, TYPE##_of(self));                          \
    }                                                                                  \
    INSULATE_PRIV_INLINE void TYPE##_insulate_clear(PyObject *self)                    \
    {                                                                                  \
        TYPE##_insulate_clear_fields(TYPE##_of(self));                                 \
    }                                                                                  \
    INSULATE_PRIV_INLINE void TYPE##_insulate_release(PyObject *self)                  \
    {                                                                                  \
        TYPE##_insulate_release_fields(TYPE##_of(self));                               \
    }                                                                                  \
    INSULATE_PRIV_INSTANCE_COMMON(TYPE, PREFIX)                                        \
    INSULATE_PRIV_INSTANCE_HOOKS(TYPE, PREFIX)

/* INSULATE_DERIVED_INSTANCE: INSULATE_INSTANCE for a class that derives from another
 * class of the same module, in one C file.
 *   TYPE: the struct's name.
 *   BASE: the base's TYPE; its fields are those of BASE_of(self).
 *   PREFIX: that of the module state.
 *   FIELDS: the list of the fields that the class adds; at least one.
 * Returns: as INSULATE_INSTANCE; the state is that of BASE_of(self),
 *   TYPE_state_of(self).
 * Errors: as INSULATE_INSTANCE.
 * Thread state: as INSULATE_INSTANCE.
 * Since: 0.1; CPython 3.9.
 * Source: Guide "Garbage-Collection Protocol".
 */
#define INSULATE_DERIVED_INSTANCE(TYPE, BASE, PREFIX, FIELDS)                          \
    static const PyMethodDef *TYPE##_insulate_methods(void);                           \
    typedef struct TYPE TYPE;                                                          \
    struct TYPE {                                                                      \
        INSULATE_PRIV_DERIVED_HEAD(BASE)                                               \
        FIELDS(INSULATE_PRIV_DECLARE)                                                  \
    };                                                                                 \
    INSULATE_PRIV_FIELD_FUNCTIONS(TYPE, FIELDS)                                        \
    INSULATE_PRIV_INLINE TYPE *TYPE##_of(PyObject *self)                               \
    {                                                                                  \
        return INSULATE_PRIV_INSTANCE_OF(TYPE, self);                                  \
    }                                                                                  \
    INSULATE_PRIV_INLINE PREFIX##_state *TYPE##_state_of(PyObject *self)               \
    {                                                                                  \
        return BASE##_state_of(self);                                                  \
    }                                                                                  \
    INSULATE_PRIV_INLINE void TYPE##_insulate_set_state(PyObject *self,                \
                                                        PREFIX##_state *state)         \
    {                                                                                  \
        BASE##_insulate_set_state(self, state);                                        \
    }                                                                                  \
    INSULATE_PRIV_INLINE int TYPE##_insulate_visit(PyObject *self, visitproc visit,    \
                                                   void *arg)                          \
    {                                                                                  \
        int stop = BASE##_insulate_visit(self, visit, arg);                            \
        if (stop) {                                                                    \
            return stop;                                                               \
        }                                                                              \
        return TYPE##_insulate_visit_fields(                                           \
            INSULATE_PRIV_INSTANCE_OF_DURING_GC(TYPE, self), visit, arg);              \
    }                                                                                  \
    INSULATE_PRIV_INLINE int TYPE##_insulate_holds(PyObject *self)                     \
    {                                                                                  \
        return TYPE##_insulate_fields_hold(TYPE##_of(self))                            \
               || BASE##_insulate_holds(self);                                         \
    }                                                                                  \
    INSULATE_PRIV_INLINE void TYPE##_insulate_forget(PyObject *self)                   \
    {                                                                                  \
        TYPE##_insulate_forget_fields(self, TYPE##_of(self));                          \
        BASE##_insulate_forget(self);                                                  \
    }                                                                                  \
    INSULATE_PRIV_INLINE void TYPE##_insulate_clear(PyObject *self)                    \
    {                                                                                  \
        TYPE##_insulate_clear_fields(TYPE##_of(self));                                 \
        BASE##_insulate_clear(self);                                                   \
    }                                                                                  \
    INSULATE_PRIV_INLINE void TYPE##_insulate_release(PyObject *self)                  \
    {                                                                                  \
        TYPE##_insulate_release_fields(TYPE##_of(self));                               \
        BASE##_insulate_release(self);                                                 \
    }                                                                                  \
    INSULATE_PRIV_INSTANCE_COMMON(TYPE, PREFIX)                                        \
    INSULATE_PRIV_INSTANCE_HOOKS(TYPE, PREFIX)

#if INSULATE_PRIV_OPAQUE
#define INSULATE_PRIV_DERIVED_HEAD(BASE)
#else
#define INSULATE_PRIV_DERIVED_HEAD(BASE) BASE base;
#endif

#define INSULATE_PRIV_CLASS(TYPE, NAME, SIZE, FLAGS, METHODS, ...)                     \
    /* Two classes with the same table do not compile, because the table identifies a
     * class. */       \
    enum { METHODS##_belongs_to_one_class = 1 };                                       \
    const PyMethodDef *TYPE##_insulate_methods(void)                                   \
    {                                                                                  \
        return METHODS;                                                                \
    }                                                                                  \
    static PyType_Slot TYPE##_insulate_slots[] = {                                     \
        INSULATE_SLOT(Py_tp_methods, METHODS),                                         \
        INSULATE_SLOT(Py_tp_traverse, TYPE##_insulate_traverse),                       \
        INSULATE_SLOT(Py_tp_clear, TYPE##_insulate_tp_clear),                          \
        INSULATE_SLOT(Py_tp_dealloc, TYPE##_insulate_dealloc),                         \
        __VA_ARGS__,                                                                   \
        INSULATE_SLOT_END};                                                            \
    static PyType_Spec TYPE##_spec = {                                                 \
        NAME, SIZE, 0,                                                                 \
        (unsigned int)(Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC | (FLAGS)),             \
        TYPE##_insulate_slots};

/* INSULATE_CLASS: defines a class of INSULATE_INSTANCE or INSULATE_DERIVED_INSTANCE: it
 * also defines their traverse, clear and dealloc functions, which must not be among the
 * slots.
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
 * Since: 0.1; CPython 3.9.
 * Source: Guide "Defining Heap Types".
 */
/* TYPE_spec: the PyType_Spec that INSULATE_CLASS defines, for Insulate_AddType.
 * Since: 0.1; CPython 3.9.
 * Source: C-API "Type Objects", PyType_Spec.
 */
#define INSULATE_CLASS(TYPE, NAME, FLAGS, METHODS, NEW, ...)                           \
    INSULATE_PRIV_CLASS(TYPE, NAME, INSULATE_PRIV_INSTANCE_SIZE(TYPE), FLAGS, METHODS, \
                        INSULATE_SLOT(Py_tp_new, NEW), __VA_ARGS__)

/* INSULATE_CLASS_WITHOUT_NEW: INSULATE_CLASS for a class that Python code cannot
 * instantiate; C code uses TYPE_alloc.
 *   TYPE, NAME, FLAGS, METHODS, ...: as for INSULATE_CLASS.
 * Returns: as INSULATE_CLASS.
 * Errors: as INSULATE_CLASS.
 * Thread state: as INSULATE_CLASS.
 * Since: 0.1; CPython 3.9.
 * Source: Guide "Changing Static Types to Heap Types".
 */
#define INSULATE_CLASS_WITHOUT_NEW(TYPE, NAME, FLAGS, METHODS, ...)                    \
    INSULATE_PRIV_CLASS(TYPE, NAME, INSULATE_PRIV_INSTANCE_SIZE(TYPE),                 \
                        INSULATE_NO_INSTANCES | (FLAGS), METHODS, __VA_ARGS__)

#if PY_VERSION_HEX >= 0x030c0000
#define INSULATE_PRIV_SIZE_MEMBER Py_T_PYSSIZET
#define INSULATE_PRIV_READONLY Py_READONLY
#else
#define INSULATE_PRIV_SIZE_MEMBER T_PYSSIZET
#define INSULATE_PRIV_READONLY READONLY
#endif
#if INSULATE_PRIV_OPAQUE
#define INSULATE_PRIV_MEMBER_FLAGS                                                     \
    (INSULATE_PRIV_READONLY | INSULATE_PRIV_RELATIVE_OFFSET)
#else
#define INSULATE_PRIV_MEMBER_FLAGS INSULATE_PRIV_READONLY
#endif

/* INSULATE_MEMBER: one entry of the PyMemberDef table of an INSULATE_INSTANCE.
 *   NAME: the attribute's name, a string.
 *   KIND: Py_T_INT and others; before 3.12 from insulate/backports.h.
 *   TYPE, FIELD: that of the instance, and its field.
 *   FLAGS: 0, or Py_READONLY; before 3.12 from insulate/backports.h.
 *   DOC: the documentation, a string or NULL.
 * Returns: an initialiser; in abi3t with a relative offset.
 * Errors: none.
 * Thread state: not needed; it is a constant.
 * Since: 0.1; CPython 3.9.
 * Source: C-API "Common Object Structures", PyMemberDef.
 */
#define INSULATE_MEMBER(NAME, KIND, TYPE, FIELD, FLAGS, DOC)                           \
    {(NAME), (KIND), (Py_ssize_t)offsetof(TYPE, FIELD),                                \
     (FLAGS) | (INSULATE_PRIV_MEMBER_FLAGS & INSULATE_PRIV_RELATIVE_OFFSET), (DOC)}

/* INSULATE_MEMBER_WEAKREFS: the entry that declares the field X(WEAKREFS, FIELD) as the
 * list of weak references of an INSULATE_INSTANCE.
 *   TYPE, FIELD: that of the instance, and its field.
 * Returns: an initialiser.
 * Errors: none.
 * Thread state: not needed; it is a constant.
 * Since: 0.1; CPython 3.9.
 * Source: C-API "Type Objects", PyType_Slot: __weaklistoffset__.
 */
#define INSULATE_MEMBER_WEAKREFS(TYPE, FIELD)                                          \
    {"__weaklistoffset__", INSULATE_PRIV_SIZE_MEMBER,                                  \
     (Py_ssize_t)offsetof(TYPE, FIELD), INSULATE_PRIV_MEMBER_FLAGS,                    \
     INSULATE_PRIV_NULL}

/* INSULATE_MEMBER_DICT: the entry that declares the field X(DICT, FIELD) as the
 * __dict__ of an INSULATE_INSTANCE.
 *   TYPE, FIELD: that of the instance, and its field.
 * Returns: an initialiser.
 * Errors: none.
 * Thread state: not needed; it is a constant.
 * Since: 0.1; CPython 3.9.
 * Source: C-API "Type Objects", PyType_Slot: __dictoffset__.
 */
#define INSULATE_MEMBER_DICT(TYPE, FIELD)                                              \
    {"__dictoffset__", INSULATE_PRIV_SIZE_MEMBER, (Py_ssize_t)offsetof(TYPE, FIELD),   \
     INSULATE_PRIV_MEMBER_FLAGS, INSULATE_PRIV_NULL}

/* INSULATE_MEMBERS_END: the last entry of a PyMemberDef table.
 * Returns: an initialiser.
 * Errors: none.
 * Thread state: not needed; it is a constant.
 * Since: 0.1; CPython 3.9.
 * Source: C-API "Common Object Structures", PyMemberDef.
 */
#define INSULATE_MEMBERS_END {INSULATE_PRIV_NULL, 0, 0, 0, INSULATE_PRIV_NULL}

#ifdef __cplusplus
}
#endif

#endif /* INSULATE_H */
