/* A method that the module gives a type of Python's gets instances of that: they do not lead to
 * the module.  The same for a type of its own does. */
#include <Python.h>

static long n_lists, n_spams;

static PyObject *
of_list(PyObject *self, PyObject *Py_UNUSED(args))
{
    n_lists++;
    return PyLong_FromLong(n_lists);
}

static PyMethodDef list_method = {"of_list", of_list, METH_NOARGS, NULL};

static PyObject *
of_spam(PyObject *self, PyObject *Py_UNUSED(args))
{
    n_spams++;
    return PyLong_FromLong(n_spams);
}

static PyMethodDef spam_method = {"of_spam", of_spam, METH_NOARGS, NULL};

typedef struct {
    PyTypeObject *Spam;
} spam_state;

#ifndef Py_TPFLAGS_IMMUTABLETYPE /* before Python 3.10 */
#define Py_TPFLAGS_IMMUTABLETYPE (1UL << 8)
#endif

static inline spam_state *
get_spam_state(PyObject *module)
{
    return (spam_state *)PyModule_GetState(module);
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

static PyType_Slot Spam_slots[] = {
    {Py_tp_new, PyType_GenericNew},
    {Py_tp_dealloc, Spam_dealloc},
    {Py_tp_traverse, Spam_traverse},
    {0, NULL},
};

static PyType_Spec Spam_spec = {
    .name = "spam.Spam",
    .basicsize = sizeof(PyObject),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC |
        Py_TPFLAGS_IMMUTABLETYPE,
    .slots = Spam_slots,
};

static int
spam_traverse(PyObject *module, visitproc visit, void *arg)
{
    spam_state *state = get_spam_state(module);
    Py_VISIT(state->Spam);
    return 0;
}

static int
spam_clear(PyObject *module)
{
    spam_state *state = get_spam_state(module);
    Py_CLEAR(state->Spam);
    return 0;
}

static void
spam_free(void *module)
{
    (void)spam_clear((PyObject *)module);
}

static int spam_exec(PyObject *mod);

static PyModuleDef_Slot spam_slots[] = {
    {Py_mod_exec, spam_exec},
#ifdef Py_MOD_PER_INTERPRETER_GIL_SUPPORTED
    {Py_mod_multiple_interpreters, Py_MOD_MULTIPLE_INTERPRETERS_NOT_SUPPORTED},
#endif
    {0, NULL},
};

static struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "spam",
    .m_size = sizeof(spam_state),
    .m_slots = spam_slots,
    .m_traverse = spam_traverse,
    .m_clear = spam_clear,
    .m_free = spam_free,
};

static int
spam_exec(PyObject *mod)
{
    spam_state *state = get_spam_state(mod);
    state->Spam = (PyTypeObject *)PyType_FromModuleAndSpec(mod, &Spam_spec,
                                                           NULL);
    if (state->Spam == NULL) {
        return -1;
    }
    PyObject *m = mod;
    Py_INCREF(m);
    PyObject *first = PyDescr_NewMethod(&PyList_Type, &list_method);
    PyObject *second = PyDescr_NewMethod(state->Spam, &spam_method);
    if (first == NULL || second == NULL || PyModule_AddObjectRef(m, "of_list", first) < 0
        || PyModule_AddObjectRef(m, "of_spam", second) < 0
        || PyModule_AddObjectRef(m, "Spam", (PyObject *)state->Spam) < 0)
    {
        Py_CLEAR(m);
    }
    Py_XDECREF(first);
    Py_XDECREF(second);
    if (m == NULL) {
        return -1;
    }
    Py_DECREF(m);
    return 0;
}

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&spam_module);
}
