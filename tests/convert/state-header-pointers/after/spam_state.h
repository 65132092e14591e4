/* The state of the module spam, and functions to get it. */
#ifndef SPAM_STATE_H
#define SPAM_STATE_H

#include <Python.h>

/* Without a guard.  The names first, as the structs name each other. */
typedef struct spam_kind spam_kind;

typedef enum {
    SPAM_PLAIN,
    SPAM_ROUND
} spam_shape;

struct spam_limits {
    long calls;
    spam_shape last;
};

typedef struct spam_limits spam_limits;

typedef struct {
    spam_kind *spam_plain;
    spam_kind *spam_round;
    spam_limits spam_used;
    PyTypeObject *spam_kind_type;
} spam_state;

#ifndef Py_TPFLAGS_IMMUTABLETYPE /* before Python 3.10 */
#define Py_TPFLAGS_IMMUTABLETYPE (1UL << 8)
#define Py_TPFLAGS_DISALLOW_INSTANTIATION (1UL << 7)
#endif

static inline spam_state *
get_spam_state(PyObject *module)
{
    return (spam_state *)PyModule_GetState(module);
}

static inline PyTypeObject *
spam_new_type(PyObject *module, PyType_Spec *spec)
{
    PyTypeObject *type =
        (PyTypeObject *)PyType_FromModuleAndSpec(module, spec, NULL);
#if PY_VERSION_HEX < 0x030A0000
    if (type != NULL && (spec->flags & Py_TPFLAGS_DISALLOW_INSTANTIATION)) {
        type->tp_new = NULL;
    }
#endif
    return type;
}

#endif
