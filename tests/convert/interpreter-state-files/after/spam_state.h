/* The state of the module spam, and functions to get it. */
#ifndef SPAM_STATE_H
#define SPAM_STATE_H

#include <Python.h>

typedef struct {
    PyTypeObject *Egg_Type;
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

/* For functions that no module is passed to: the interpreter keeps its only one.  NULL with
 * an exception set if the interpreter has not imported it. */
static inline spam_state *
get_spam_state_by_interpreter(void)
{
    PyObject *dict = PyInterpreterState_GetDict(PyInterpreterState_Get());
    PyObject *module = dict != NULL
        ? PyDict_GetItemString(dict, "spam.module") : NULL;
    if (module == NULL) {
        PyErr_SetString(PyExc_ImportError,
                        "spam is not imported in this interpreter");
        return NULL;
    }
    return get_spam_state(module);
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
