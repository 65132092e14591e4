/* The method close() gives the dictionary up while another thread may walk it. */
#include <Python.h>

typedef struct {
    PyObject_HEAD
    PyObject *words;
} Call;

static PyObject *
Call_new(PyTypeObject *type, PyObject *Py_UNUSED(args), PyObject *kwargs)
{
    Call *self = (Call *)type->tp_alloc(type, 0);
    if (self != NULL) {
        self->words = Py_XNewRef(kwargs);
    }
    return (PyObject *)self;
}

static int
Call_traverse(Call *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    Py_VISIT(self->words);
    return 0;
}

static int
Call_clear(Call *self)
{
    Py_CLEAR(self->words);  // want: thread-unlocked-write
    return 0;
}

static void
Call_dealloc(Call *self)
{
    PyTypeObject *type = Py_TYPE(self);
    PyObject_GC_UnTrack(self);
    Call_clear(self);
    type->tp_free((PyObject *)self);
    Py_DECREF(type);
}

static PyObject *
Call_names(Call *self, PyObject *unused)
{
    PyObject *names = PyList_New(0), *key, *value;
    Py_ssize_t i = 0;
    while (names != NULL && self->words != NULL
           && PyDict_Next(self->words, &i, &key, &value)) {  // want: thread-borrowed-reference
        if (PyList_Append(names, key) < 0) {
            Py_CLEAR(names);
        }
    }
    return names;
}

static PyObject *
Call_close(Call *self, PyObject *unused)
{
    Call_clear(self);
    Py_RETURN_NONE;
}

static PyMethodDef Call_methods[] = {
    {"names", (PyCFunction)Call_names, METH_NOARGS, NULL},
    {"close", (PyCFunction)Call_close, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static PyType_Slot Call_slots[] = {
    {Py_tp_methods, Call_methods},
    {Py_tp_new, (void *)Call_new},
    {Py_tp_dealloc, (void *)Call_dealloc},
    {Py_tp_traverse, (void *)Call_traverse},
    {Py_tp_clear, (void *)Call_clear},
    {0, NULL},
};

static PyType_Spec Call_spec = {
    "spam.Call", sizeof(Call), 0,
    Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC | Py_TPFLAGS_IMMUTABLETYPE, Call_slots,
};

static int
spam_exec(PyObject *module)
{
    PyObject *type = PyType_FromModuleAndSpec(module, &Call_spec, NULL);
    if (type == NULL) {
        return -1;
    }
    int rc = PyModule_AddType(module, (PyTypeObject *)type);
    Py_DECREF(type);
    return rc;
}

static PyModuleDef_Slot spam_slots[] = {
    {Py_mod_exec, (void *)spam_exec},
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
    {Py_mod_gil, Py_MOD_GIL_NOT_USED},
    {0, NULL},
};

/* It needs Python 3.13. */
static struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT, .m_name = "spam", .m_size = 0, .m_slots = spam_slots,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&spam_module);
}
