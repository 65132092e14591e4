/* insulate/extension_class.h: classes that derive from a class of other C code, whose
 * struct may be unknown.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef INSULATE_EXTENSION_CLASS_H
#define INSULATE_EXTENSION_CLASS_H

#include "../insulate.h"

#if !INSULATE_PRIV_HAS_TYPE_DATA
#error                                                                                 \
    "insulate/extension_class.h needs INSULATE_USE_PRIVATE_LAYOUT in this limited API"
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* -------------------------------------------------- classes with a foreign base */

/* tp_new of the base of `cls`. */
INSULATE_PRIV_INLINE PyObject *
insulate_new_by_base(PyTypeObject *cls, PyTypeObject *type, PyObject *args,
                     PyObject *kwargs)
{
    PyTypeObject *base = (PyTypeObject *)insulate_type_slot(cls, Py_tp_base);
    newfunc function = (newfunc)(uintptr_t)insulate_type_slot(base, Py_tp_new);
    if (function == INSULATE_PRIV_NULL) {
        PyErr_SetString(PyExc_TypeError, "the base class makes no instances");
        return INSULATE_PRIV_NULL;
    }
    return function(type, args, kwargs);
}

/* tp_clear of the base of `cls`. */
INSULATE_PRIV_INLINE int
insulate_clear_by_base(PyObject *self, PyTypeObject *cls)
{
    PyTypeObject *base = (PyTypeObject *)insulate_type_slot(cls, Py_tp_base);
    inquiry clear = (inquiry)(uintptr_t)insulate_type_slot(base, Py_tp_clear);
    return clear == INSULATE_PRIV_NULL ? 0 : clear(self);
}

/* The rest of a dealloc function: that of the base. It expects a tracked object if it
 * has garbage collection, and releases the type if the base is a heap type. */
INSULATE_PRIV_INLINE void
insulate_dealloc_by_base(PyObject *self, PyTypeObject *cls)
{
    PyTypeObject *type = Py_TYPE(self);
    PyTypeObject *base = (PyTypeObject *)insulate_type_slot(cls, Py_tp_base);
    destructor dealloc = (destructor)(uintptr_t)insulate_type_slot(base, Py_tp_dealloc);
    const int drops_type = insulate_is_heap_type(base);

    if (PyType_GetFlags(base) & Py_TPFLAGS_HAVE_GC) {
        PyObject_GC_Track(self);
    }
    dealloc(self);
    if (!drops_type) {
        Py_DECREF(type);
    }
}

/* INSULATE_EXTENSION: INSULATE_INSTANCE for a class that derives from a class of other
 * C code (dict, an exception, a class of another module) whose struct may be unknown,
 * in one C file. The data of the class follows that of the base; the offset is
 * determined at run time.
 *   TYPE: the struct's name.
 *   PREFIX: that of the module state.
 *   FIELDS: the list of the fields that the class adds.
 * Returns: as INSULATE_INSTANCE, but TYPE_of() is a lookup, there is no TYPE_alloc, and
 *   TYPE_new_default calls tp_new of the base. The base must have its own traverse and
 *   dealloc functions, so it cannot be a Python class.
 * Errors: as INSULATE_INSTANCE.
 * Thread state: as INSULATE_INSTANCE.
 * Since: 0.1; CPython 3.9.
 * Source: PEP 697; Guide "Garbage-Collection Protocol".
 */
#define INSULATE_EXTENSION(TYPE, PREFIX, FIELDS)                                       \
    static const PyMethodDef *TYPE##_insulate_methods(void);                           \
    typedef struct TYPE TYPE;                                                          \
    struct TYPE {                                                                      \
        PREFIX##_state *state;                                                         \
        FIELDS(INSULATE_PRIV_DECLARE)                                                  \
    };                                                                                 \
    INSULATE_PRIV_FIELD_FUNCTIONS(TYPE, FIELDS)                                        \
    INSULATE_PRIV_INLINE PyTypeObject *TYPE##_insulate_class(PyObject *self)           \
    {                                                                                  \
        return Insulate_FindClass(Py_TYPE(self), TYPE##_insulate_methods());           \
    }                                                                                  \
    INSULATE_PRIV_INLINE TYPE *TYPE##_of(PyObject *self)                               \
    {                                                                                  \
        return (TYPE *)insulate_object_get_type_data(self,                             \
                                                     TYPE##_insulate_class(self));     \
    }                                                                                  \
    INSULATE_PRIV_INLINE PREFIX##_state *TYPE##_state_of(PyObject *self)               \
    {                                                                                  \
        return TYPE##_of(self)->state;                                                 \
    }                                                                                  \
    INSULATE_PRIV_INSTANCE_COMMON(TYPE, PREFIX)                                        \
    INSULATE_PRIV_INLINE PyObject *TYPE##_new_default(                                 \
        PyTypeObject *type, PyObject *args, PyObject *kwargs)                          \
    {                                                                                  \
        PREFIX##_state *state = TYPE##_state_from_type(type);                          \
        PyObject *self;                                                                \
        if (state == INSULATE_PRIV_NULL) {                                             \
            return INSULATE_PRIV_NULL;                                                 \
        }                                                                              \
        self = insulate_new_by_base(                                                   \
            Insulate_FindClass(type, TYPE##_insulate_methods()), type, args, kwargs);  \
        if (self != INSULATE_PRIV_NULL) {                                              \
            Py_INCREF(state->insulate.module);                                         \
            TYPE##_of(self)->state = state;                                            \
        }                                                                              \
        return self;                                                                   \
    }                                                                                  \
    INSULATE_PRIV_INLINE int TYPE##_insulate_traverse(PyObject *self, visitproc visit, \
                                                      void *arg)                       \
    {                                                                                  \
        PyTypeObject *cls = TYPE##_insulate_class(self);                               \
        TYPE *fields = (TYPE *)insulate_object_get_type_data_during_gc(self, cls);     \
        int stop;                                                                      \
        if (fields->state != INSULATE_PRIV_NULL) {                                     \
            Py_VISIT(fields->state->insulate.module);                                  \
        }                                                                              \
        stop = TYPE##_insulate_visit_fields(fields, visit, arg);                       \
        return stop ? stop : Insulate_TraverseBase(self, cls, visit, arg);             \
    }                                                                                  \
    INSULATE_PRIV_INLINE int TYPE##_insulate_tp_clear(PyObject *self)                  \
    {                                                                                  \
        TYPE##_insulate_clear_fields(TYPE##_of(self));                                 \
        return insulate_clear_by_base(self, TYPE##_insulate_class(self));              \
    }                                                                                  \
    INSULATE_PRIV_INLINE void TYPE##_insulate_dealloc(PyObject *self)                  \
    {                                                                                  \
        TYPE *fields;                                                                  \
        PyObject *module;                                                              \
        if (Insulate_Finalize(self) < 0) {                                             \
            return;                                                                    \
        }                                                                              \
        PyObject_GC_UnTrack(self);                                                     \
        fields = TYPE##_of(self);                                                      \
        module = fields->state == INSULATE_PRIV_NULL ? INSULATE_PRIV_NULL              \
                                                     : fields->state->insulate.module; \
        TYPE##_insulate_forget_fields(self, fields);                                   \
        TYPE##_insulate_clear_fields(fields);                                          \
        TYPE##_insulate_release_fields(fields);                                        \
        insulate_dealloc_by_base(self, TYPE##_insulate_class(self));                   \
        Py_XDECREF(module);                                                            \
    }

/* INSULATE_EXTENSION_CLASS: INSULATE_CLASS for INSULATE_EXTENSION.  Insulate_AddType
 * gets the base.
 *   TYPE, NAME, FLAGS, METHODS, NEW, ...: as for INSULATE_CLASS.
 * Returns: as INSULATE_CLASS.
 * Errors: as INSULATE_CLASS.
 * Thread state: as INSULATE_CLASS.
 * Since: 0.1; CPython 3.9.
 * Source: PEP 697.
 */
#define INSULATE_EXTENSION_CLASS(TYPE, NAME, FLAGS, METHODS, NEW, ...)                 \
    INSULATE_PRIV_CLASS(TYPE, NAME, -(int)sizeof(TYPE), FLAGS, METHODS,                \
                        INSULATE_SLOT(Py_tp_new, NEW), __VA_ARGS__)

#ifdef __cplusplus
}
#endif

#endif /* INSULATE_EXTENSION_CLASS_H */
