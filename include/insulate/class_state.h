/* insulate/class_state.h: state that belongs to one class.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef INSULATE_CLASS_STATE_H
#define INSULATE_CLASS_STATE_H

#include "../insulate.h"

#ifdef __cplusplus
extern "C" {
#endif

/* -------------------------------------------------- state of one class */

/* A class owns its state through an object in its dictionary, which the garbage
 * collector visits. A lookup reads the dictionaries along the MRO and accepts only an
 * object that this module created for that class. */

/* The functions of a holder for its data: one struct for each INSULATE_CLASS_STATE. */
typedef struct {
    const char *name;
    size_t size;
    int (*visit)(void *data, visitproc visit, void *arg);
    void (*clear)(void *data);
    void (*release)(void *data);
} insulate_holder_kind;

typedef struct {
    INSULATE_PRIV_INSTANCE_HEAD
    const insulate_holder_kind *kind;
    PyTypeObject *owner; /* *borrowed*, only compared */
    void *data;
} insulate_holder;

INSULATE_PRIV_INLINE insulate_holder *
insulate_holder_of(PyObject *self)
{
#if INSULATE_PRIV_OPAQUE
    return (insulate_holder *)PyObject_GetTypeData(self, Py_TYPE(self));
#else
    return (insulate_holder *)(void *)self;
#endif
}

INSULATE_PRIV_INLINE int
insulate_holder_traverse(PyObject *self, visitproc visit, void *arg)
{
#if INSULATE_PRIV_OPAQUE
    insulate_holder *holder =
        (insulate_holder *)PyObject_GetTypeData_DuringGC(self, Py_TYPE(self));
#else
    insulate_holder *holder = insulate_holder_of(self);
#endif
    Py_VISIT(Py_TYPE(self));
    return holder->data == INSULATE_PRIV_NULL
               ? 0
               : holder->kind->visit(holder->data, visit, arg);
}

INSULATE_PRIV_INLINE int
insulate_holder_clear(PyObject *self)
{
    insulate_holder *holder = insulate_holder_of(self);
    if (holder->data != INSULATE_PRIV_NULL) {
        holder->kind->clear(holder->data);
    }
    return 0;
}

INSULATE_PRIV_INLINE void
insulate_holder_dealloc(PyObject *self)
{
    insulate_holder *holder = insulate_holder_of(self);
    PyObject_GC_UnTrack(self);
    if (holder->data != INSULATE_PRIV_NULL) {
        holder->kind->clear(holder->data);
        holder->kind->release(holder->data);
        PyMem_Free(holder->data);
        holder->data = INSULATE_PRIV_NULL;
    }
    Insulate_Free(self);
}

/* *Borrowed*: the class of holders of a module object, created at the first use. */
INSULATE_PRIV_INLINE PyTypeObject *
insulate_holder_type(insulate_state_head *state)
{
    static PyType_Slot slots[] = {
        INSULATE_SLOT(Py_tp_traverse, insulate_holder_traverse),
        INSULATE_SLOT(Py_tp_clear, insulate_holder_clear),
        INSULATE_SLOT(Py_tp_dealloc, insulate_holder_dealloc), INSULATE_SLOT_END};
    static PyType_Spec spec = {
        "insulate.ClassState", INSULATE_PRIV_INSTANCE_SIZE(insulate_holder), 0,
        (unsigned int)(Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC | INSULATE_NO_INSTANCES
                       | INSULATE_IMMUTABLE_IF_POSSIBLE),
        slots};
    PyTypeObject *found = INSULATE_PRIV_LOAD(PyTypeObject *, &state->holder_type);
    PyTypeObject *made;

    if (found != INSULATE_PRIV_NULL) {
        return found;
    }
    made = Insulate_NewType(state->module, &spec, INSULATE_PRIV_NULL);
    if (made == INSULATE_PRIV_NULL) {
        return INSULATE_PRIV_NULL;
    }
    if (!INSULATE_PRIV_SET_IF_NULL(PyTypeObject *, &state->holder_type, made)) {
        Py_DECREF(made);
        return INSULATE_PRIV_LOAD(PyTypeObject *, &state->holder_type);
    }
    return made;
}

/* *Borrowed*: the name under which a class has its holder. */
INSULATE_PRIV_INLINE PyObject *
insulate_holder_key(insulate_state_head *state)
{
    PyObject *found = INSULATE_PRIV_LOAD(PyObject *, &state->holder_key);
    PyObject *made;

    if (found != INSULATE_PRIV_NULL) {
        return found;
    }
    made = PyUnicode_InternFromString("__insulate_state__");
    if (made == INSULATE_PRIV_NULL) {
        return INSULATE_PRIV_NULL;
    }
    if (!INSULATE_PRIV_SET_IF_NULL(PyObject *, &state->holder_key, made)) {
        Py_DECREF(made);
        return INSULATE_PRIV_LOAD(PyObject *, &state->holder_key);
    }
    return made;
}

/* Attaches a state to a class; *borrowed* from the class. */
INSULATE_PRIV_INLINE void *
insulate_holder_attach(insulate_state_head *state, PyTypeObject *type,
                       const insulate_holder_kind *kind)
{
    PyTypeObject *holder_type = insulate_holder_type(state);
    PyObject *key = insulate_holder_key(state);
    PyObject *self;
    insulate_holder *holder;
    void *data;

    if (holder_type == INSULATE_PRIV_NULL || key == INSULATE_PRIV_NULL) {
        return INSULATE_PRIV_NULL;
    }
    self = Insulate_Alloc(holder_type);
    if (self == INSULATE_PRIV_NULL) {
        return INSULATE_PRIV_NULL;
    }
    holder = insulate_holder_of(self);
    data = PyMem_Malloc(kind->size);
    if (data == INSULATE_PRIV_NULL) {
        PyErr_NoMemory();
        Py_DECREF(self);
        return INSULATE_PRIV_NULL;
    }
    memset(data, 0, kind->size);
    holder->kind = kind;
    holder->owner = type;
    holder->data = data;
    if (PyObject_SetAttr((PyObject *)type, key, self) < 0) {
        data = INSULATE_PRIV_NULL;
    }
    Py_DECREF(self);
    return data;
}

/* *Strong*: the value of the key in the dictionary of the class itself; NULL without an
 * exception if there is none. */
INSULATE_PRIV_INLINE PyObject *
insulate_own_attribute(PyTypeObject *type, PyObject *key)
{
#if INSULATE_PRIV_LIMITED
    PyObject *dict = PyObject_GetAttrString((PyObject *)type, "__dict__");
    PyObject *value;
    if (dict == INSULATE_PRIV_NULL) {
        return INSULATE_PRIV_NULL;
    }
    value = PyObject_GetItem(dict, key);
    Py_DECREF(dict);
    if (value == INSULATE_PRIV_NULL && PyErr_ExceptionMatches(PyExc_KeyError)) {
        PyErr_Clear();
    }
    return value;
#elif PY_VERSION_HEX >= 0x030d0000
    PyObject *value = INSULATE_PRIV_NULL;
    (void)PyDict_GetItemRef(type->tp_dict, key, &value);
    return value;
#else
    return insulate_new_ref(PyDict_GetItemWithError(type->tp_dict, key));
#endif
}

/* *Strong*: the holder of the first class in the MRO that has one of this kind; NULL
 * and TypeError if there is none. */
INSULATE_PRIV_INLINE PyObject *
insulate_holder_find(insulate_state_head *state, PyTypeObject *type,
                     const insulate_holder_kind *kind)
{
    PyObject *key = insulate_holder_key(state);
    PyObject *found = INSULATE_PRIV_NULL;
    PyObject *mro;
    Py_ssize_t n_bases;

    if (key == INSULATE_PRIV_NULL) {
        return INSULATE_PRIV_NULL;
    }
#if INSULATE_PRIV_LIMITED
    mro = PyObject_GetAttrString((PyObject *)type, "__mro__");
    if (mro == INSULATE_PRIV_NULL) {
        return INSULATE_PRIV_NULL;
    }
#else
    mro = insulate_new_ref(type->tp_mro);
#endif
    n_bases = mro != INSULATE_PRIV_NULL && PyTuple_Check(mro) ? PyTuple_Size(mro) : 0;
    for (Py_ssize_t i = 0; i < n_bases && found == INSULATE_PRIV_NULL; i++) {
        PyTypeObject *base = (PyTypeObject *)PyTuple_GetItem(mro, i);
        if (!PyType_Check((PyObject *)base) || !insulate_is_heap_type(base)) {
            continue;
        }
        found = insulate_own_attribute(base, key);
        if (found == INSULATE_PRIV_NULL) {
            if (PyErr_Occurred()) {
                break;
            }
        }
        else if (Py_TYPE(found) != state->holder_type
                 || insulate_holder_of(found)->owner != base
                 || insulate_holder_of(found)->kind != kind)
        {
            Py_CLEAR(found);
        }
    }
    Py_XDECREF(mro);
    if (found == INSULATE_PRIV_NULL && !PyErr_Occurred()) {
        PyErr_Format(PyExc_TypeError, "no class among the bases has a %s", kind->name);
    }
    return found;
}

/* INSULATE_CLASS_STATE: declares state that belongs to one class, in the C file that
 * uses it. It is created when C code attaches it, released with the class, and visited
 * by the garbage collector. Each class that it is attached to has its own, also a
 * subclass.
 *   NAME: the struct's name, and prefix of the generated names.
 *   PREFIX: that of the module state.
 *   FIELDS: the list of fields (see "fields" above).
 * Returns: declarations of the struct NAME and of NAME_attach(), NAME_hold(),
 *   NAME_held(), NAME_from_type() and NAME_from_self(), which are described below.
 * Errors: see above; MemoryError.
 * Thread state: attached, for all functions.
 * Since: 0.1; CPython 3.9.
 * Source: Guide "Open Issues: Per-Class Scope".
 */
/* NAME_attach: attaches a state whose fields are zero to a class.
 *   state: the module state.
 *   type: a class of this module, or a subclass, that is still mutable; call
 *     PyType_Freeze afterwards.
 * Returns: *borrowed* from the class: the state, or NULL.
 * Errors: MemoryError; what setting an attribute of the class raises.
 * Thread state: attached.
 * Since: 0.1; CPython 3.9.
 * Source: Guide "Open Issues: Per-Class Scope".
 */
/* NAME_hold: the object that holds the state of the first class in the MRO that has
 * one.
 *   state: the module state.
 *   type: any type.
 * Returns: *strong*: the object, or NULL.
 * Errors: TypeError if no class has a state.
 * Thread state: attached.
 * Since: 0.1; CPython 3.9.
 * Source: Guide "Open Issues: Per-Class Scope".
 */
/* NAME_held: the state in such an object.
 *   holder: what NAME_hold returned.
 * Returns: *borrowed* from the holder: the state.
 * Errors: none.
 * Thread state: attached.
 * Since: 0.1; CPython 3.9.
 * Source: Guide "Open Issues: Per-Class Scope".
 */
/* NAME_from_type: the state of the first class in the MRO that has one. Python code can
 * delete the attribute of a class that is not immutable: use NAME_hold there.
 *   state: the module state.
 *   type: any type.
 * Returns: *borrowed* from the class: the state, or NULL.
 * Errors: TypeError if no class has a state.
 * Thread state: attached.
 * Since: 0.1; CPython 3.9.
 * Source: Guide "Open Issues: Per-Class Scope".
 */
/* NAME_from_self: NAME_from_type of the type of an object.
 *   state: the module state.
 *   self: any object; not NULL.
 * Returns: *borrowed* from the class: the state, or NULL.
 * Errors: TypeError if no class has a state.
 * Thread state: attached.
 * Since: 0.1; CPython 3.9.
 * Source: Guide "Open Issues: Per-Class Scope".
 */
#define INSULATE_CLASS_STATE(NAME, PREFIX, FIELDS)                                     \
    typedef struct NAME NAME;                                                          \
    struct NAME {                                                                      \
        FIELDS(INSULATE_PRIV_DECLARE)                                                  \
    };                                                                                 \
    INSULATE_PRIV_FIELD_FUNCTIONS(NAME, FIELDS)                                        \
    INSULATE_PRIV_INLINE int NAME##_insulate_visit_any(void *data, visitproc visit,    \
                                                       void *arg)                      \
    {                                                                                  \
        return NAME##_insulate_visit_fields((NAME *)data, visit, arg);                 \
    }                                                                                  \
    INSULATE_PRIV_INLINE void NAME##_insulate_clear_any(void *data)                    \
    {                                                                                  \
        NAME##_insulate_clear_fields((NAME *)data);                                    \
    }                                                                                  \
    INSULATE_PRIV_INLINE void NAME##_insulate_release_any(void *data)                  \
    {                                                                                  \
        NAME##_insulate_release_fields((NAME *)data);                                  \
    }                                                                                  \
    static const insulate_holder_kind NAME##_insulate_kind = {                         \
        #NAME, sizeof(NAME), NAME##_insulate_visit_any, NAME##_insulate_clear_any,     \
        NAME##_insulate_release_any};                                                  \
    INSULATE_PRIV_INLINE NAME *NAME##_attach(PREFIX##_state *state,                    \
                                             PyTypeObject *type)                       \
    {                                                                                  \
        return (NAME *)insulate_holder_attach(&state->insulate, type,                  \
                                              &NAME##_insulate_kind);                  \
    }                                                                                  \
    INSULATE_PRIV_INLINE PyObject *NAME##_hold(PREFIX##_state *state,                  \
                                               PyTypeObject *type)                     \
    {                                                                                  \
        return insulate_holder_find(&state->insulate, type, &NAME##_insulate_kind);    \
    }                                                                                  \
    INSULATE_PRIV_INLINE NAME *NAME##_held(PyObject *holder)                           \
    {                                                                                  \
        return (NAME *)insulate_holder_of(holder)->data;                               \
    }                                                                                  \
    INSULATE_PRIV_INLINE NAME *NAME##_from_type(PREFIX##_state *state,                 \
                                                PyTypeObject *type)                    \
    {                                                                                  \
        PyObject *holder = NAME##_hold(state, type);                                   \
        NAME *found;                                                                   \
        if (holder == INSULATE_PRIV_NULL) {                                            \
            return INSULATE_PRIV_NULL;                                                 \
        }                                                                              \
        found = NAME##_held(holder);                                                   \
        Py_DECREF(holder);                                                             \
        return found;                                                                  \
    }                                                                                  \
    INSULATE_PRIV_INLINE NAME *NAME##_from_self(PREFIX##_state *state, PyObject *self) \
    {                                                                                  \
        return NAME##_from_type(state, Py_TYPE(self));                                 \
    }

#ifdef __cplusplus
}
#endif

#endif /* INSULATE_CLASS_STATE_H */
