#include <Python.h>

/* In multi-phase initialisation, with state, and a type that is static: look-ups stand in
 * branches already, where the type is needed outside of those, too. */
typedef struct {
    PyObject *error;
    PyTypeObject *Spam_Type;
} spam_state;

#ifndef Py_TPFLAGS_IMMUTABLETYPE /* before Python 3.10 */
#define Py_TPFLAGS_IMMUTABLETYPE (1UL << 8)
#endif

static inline spam_state *
get_spam_state(PyObject *module)
{
    return (spam_state *)PyModule_GetState(module);
}

static PyObject *
make(PyObject *module, PyObject *number)
{
    spam_state *state = get_spam_state(module);
    long value = PyLong_AsLong(number);
    if (value == -1) {
        PyErr_SetString(state->error, "minus one");
        return NULL;
    }
    return PyObject_CallNoArgs((PyObject *)state->Spam_Type);
}

/* Written otherwise, it is left where it is. */
static PyObject *
made(PyObject *module, PyObject *object)
{
    spam_state *state = get_spam_state(module);
    if (object == Py_None) {
        spam_state *state = PyModule_GetState(module);
        PyErr_SetString(state->error, "None");
        return NULL;
    }
    return PyBool_FromLong(Py_TYPE(object) == state->Spam_Type);
}

/* Here the branch does. */
static PyObject *
checked(PyObject *module, PyObject *object)
{
    if (object != Py_None) {
        spam_state *state = get_spam_state(module);
        if (Py_TYPE(object) != state->Spam_Type) {
            PyErr_SetString(state->error, "no Spam");
            return NULL;
        }
    }
    Py_INCREF(object);
    return object;
}

static void
Spam_dealloc(PyObject *self)
{
    PyTypeObject *tp = Py_TYPE(self);
    PyObject_GC_UnTrack(self);
    tp->tp_free(self);
    Py_DECREF(tp);
}

static int
Spam_traverse(PyObject *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    return 0;
}

static PyType_Slot Spam_Type_slots[] = {
    {Py_tp_new, PyType_GenericNew},
    {Py_tp_dealloc, Spam_dealloc},
    {Py_tp_traverse, Spam_traverse},
    {0, NULL},
};

static PyType_Spec Spam_Type_spec = {
    .name = "spam.Spam",
    .basicsize = sizeof(PyObject),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC |
        Py_TPFLAGS_IMMUTABLETYPE,
    .slots = Spam_Type_slots,
};

static PyMethodDef methods[] = {
    {"make", make, METH_O, NULL},
    {"made", made, METH_O, NULL},
    {"checked", checked, METH_O, NULL},
    {NULL},
};

static int
spam_traverse(PyObject *module, visitproc visit, void *arg)
{
    spam_state *state = get_spam_state(module);
    Py_VISIT(state->error);
    Py_VISIT(state->Spam_Type);
    return 0;
}

static int
spam_clear(PyObject *module)
{
    spam_state *state = get_spam_state(module);
    Py_CLEAR(state->error);
    Py_CLEAR(state->Spam_Type);
    return 0;
}

static void
spam_free(void *module)
{
    (void)spam_clear((PyObject *)module);
}

static int
spam_exec(PyObject *module)
{
    spam_state *state = get_spam_state(module);
    state->error = PyErr_NewException("spam.Error", NULL, NULL);
    if (state->error == NULL
        || (state->Spam_Type = (PyTypeObject *)PyType_FromModuleAndSpec(
                module, &Spam_Type_spec, NULL)) == NULL) {
        return -1;
    }
    Py_INCREF(state->error);
    if (PyModule_AddObject(module, "Error", state->error) < 0) {
        Py_DECREF(state->error);
        return -1;
    }
    return 0;
}

static PyModuleDef_Slot slots[] = {
    {Py_mod_exec, spam_exec},
#ifdef Py_MOD_PER_INTERPRETER_GIL_SUPPORTED
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
    {0, NULL},
};

static PyModuleDef spammodule = {
    PyModuleDef_HEAD_INIT, .m_name = "spam", .m_size = sizeof(spam_state),
    .m_methods = methods, .m_slots = slots, .m_traverse = spam_traverse,
    .m_clear = spam_clear, .m_free = spam_free,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&spammodule);
}
