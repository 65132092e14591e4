/* A number of the module state is counted through a pointer that the new object keeps. */
#include <Python.h>

typedef struct {
    long n_alive;
} spam_state;

typedef struct {
    PyObject_HEAD
    long *n_alive;
} Part;

static struct PyModuleDef spam_module;

static PyObject *
Part_new(PyTypeObject *type, PyObject *args, PyObject *kwargs)
{
    Part *self = (Part *)type->tp_alloc(type, 0);
    if (self == NULL) {
        return NULL;
    }
    PyObject *module = PyType_GetModuleByDef(type, &spam_module);
    if (module == NULL) {
        Py_DECREF(self);
        return NULL;
    }
    self->n_alive = &((spam_state *)PyModule_GetState(module))->n_alive;
    ++*self->n_alive;  // want: thread-unlocked-write
    return (PyObject *)self;
}

static void
Part_dealloc(Part *self)
{
    PyTypeObject *type = Py_TYPE(self);
    type->tp_free((PyObject *)self);
    Py_DECREF(type);
}

static PyObject *
Part_use(Part *self, PyObject *unused)
{
    Py_RETURN_NONE;
}

static PyMethodDef Part_methods[] = {
    {"use", (PyCFunction)Part_use, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static PyType_Slot Part_slots[] = {
    {Py_tp_methods, Part_methods},
    {Py_tp_new, (void *)Part_new},
    {Py_tp_dealloc, (void *)Part_dealloc},
    {0, NULL},
};

static PyType_Spec Part_spec = {
    "spam.Part", sizeof(Part), 0,
    Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE, Part_slots,
};

static PyMethodDef spam_methods[] = {
    {NULL, NULL, 0, NULL},
};

static int
spam_exec(PyObject *module)
{
    PyObject *part_type = PyType_FromModuleAndSpec(module, &Part_spec, NULL);
    if (part_type == NULL) {
        return -1;
    }
    int part_rc = PyModule_AddType(module, (PyTypeObject *)part_type);
    Py_DECREF(part_type);
    if (part_rc < 0) {
        return -1;
    }
    return 0;
}

static PyModuleDef_Slot spam_slots[] = {
    {Py_mod_exec, (void *)spam_exec},
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
    {Py_mod_gil, Py_MOD_GIL_NOT_USED},
    {0, NULL},
};

/* It needs Python 3.13. */
static struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT, "spam", NULL, sizeof(spam_state),
    spam_methods, spam_slots, NULL, NULL, NULL,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&spam_module);
}
