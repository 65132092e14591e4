/* Argument Clinic's functions stand in a header that it generates. */
#include <Python.h>

typedef struct {
    PyObject_HEAD
    long number;
} Counter;

#include "clinic_spam.h"

typedef struct {
    PyObject *SpamError;
    PyTypeObject *Counter_Type;
} spam_state;

#ifndef Py_TPFLAGS_IMMUTABLETYPE /* before Python 3.10 */
#define Py_TPFLAGS_IMMUTABLETYPE (1UL << 8)
#endif

static struct PyModuleDef spam_module;

static inline spam_state *
get_spam_state(PyObject *module)
{
    return (spam_state *)PyModule_GetState(module);
}

static inline spam_state *
get_spam_state_by_type(PyTypeObject *type)
{
#if PY_VERSION_HEX >= 0x030B0000
    PyObject *module = PyType_GetModuleByDef(type, &spam_module);
#else
    PyObject *module = NULL;
    for (Py_ssize_t i = 0; i < PyTuple_GET_SIZE(type->tp_mro); i++) {
        PyTypeObject *base = (PyTypeObject *)PyTuple_GET_ITEM(type->tp_mro, i);
        if (!PyType_HasFeature(base, Py_TPFLAGS_HEAPTYPE)) {
            continue;
        }
        PyObject *candidate = ((PyHeapTypeObject *)base)->ht_module;
        if (candidate != NULL && PyModule_GetDef(candidate) == &spam_module) {
            module = candidate;
            break;
        }
    }
#endif
    return module != NULL ? get_spam_state(module) : NULL;
}

/*[clinic input]
module spam
class spam.Counter "Counter *" "&Counter_Type"
spam.fail
    value: object
    /
[clinic start generated code]*/

static PyObject *
spam_fail_impl(PyObject *module, PyObject *value)
/*[clinic end generated code: output=1 input=2]*/
{
    spam_state *state = get_spam_state(module);
    PyErr_SetObject(state->SpamError, value);
    return NULL;
}

static PyObject *
spam_make_impl(PyObject *module)
{
    spam_state *state = get_spam_state(module);
    return PyObject_CallNoArgs((PyObject *)state->Counter_Type);
}

static PyObject *
spam_Counter_fail_impl(Counter *self, PyObject *value)
{
    spam_state *state = get_spam_state_by_type(Py_TYPE(self));
    if (self->number > 0) {
        Py_RETURN_NONE;
    }
    PyErr_SetObject(state->SpamError, value);
    return NULL;
}

static PyMethodDef Counter_methods[] = {
    SPAM_COUNTER_FAIL_METHODDEF
    {NULL, NULL, 0, NULL},
};

static void
Counter_dealloc(PyObject *self)
{
    PyTypeObject *tp = Py_TYPE(self);
    tp->tp_free(self);
    Py_DECREF(tp);
}

static PyType_Slot Counter_Type_slots[] = {
    {Py_tp_methods, Counter_methods},
    {Py_tp_new, PyType_GenericNew},
    {Py_tp_dealloc, Counter_dealloc},
    {0, NULL},
};

static PyType_Spec Counter_Type_spec = {
    .name = "spam.Counter",
    .basicsize = sizeof(Counter),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE |
        Py_TPFLAGS_IMMUTABLETYPE,
    .slots = Counter_Type_slots,
};

static PyMethodDef methods[] = {
    SPAM_FAIL_METHODDEF
    SPAM_MAKE_METHODDEF
    {NULL, NULL, 0, NULL},
};

static int
spam_traverse(PyObject *module, visitproc visit, void *arg)
{
    spam_state *state = get_spam_state(module);
    Py_VISIT(state->SpamError);
    Py_VISIT(state->Counter_Type);
    return 0;
}

static int
spam_clear(PyObject *module)
{
    spam_state *state = get_spam_state(module);
    Py_CLEAR(state->SpamError);
    Py_CLEAR(state->Counter_Type);
    return 0;
}

static void
spam_free(void *module)
{
    (void)spam_clear((PyObject *)module);
}

static int spam_exec(PyObject *m);

static PyModuleDef_Slot spam_slots[] = {
    {Py_mod_exec, spam_exec},
#ifdef Py_MOD_PER_INTERPRETER_GIL_SUPPORTED
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
    {0, NULL},
};

static struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT, .m_name = "spam", .m_size = sizeof(spam_state),
    .m_methods = methods,
    .m_slots = spam_slots,
    .m_traverse = spam_traverse,
    .m_clear = spam_clear,
    .m_free = spam_free,
};

static int
spam_exec(PyObject *m)
{
    spam_state *state = get_spam_state(m);
    state->Counter_Type = (PyTypeObject *)PyType_FromModuleAndSpec(
        m, &Counter_Type_spec, NULL);
    if (state->Counter_Type == NULL) {
        return -1;
    }
    state->SpamError = PyErr_NewException("spam.Error", NULL, NULL);
    if (state->SpamError == NULL) {
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&spam_module);
}
