/* The owner is a strong reference from PyWeakref_GetRef. */
#include <Python.h>

typedef struct {
    PyObject_HEAD
    PyObject *owner; /* a weak reference */
} Child;

static PyObject *
Child_new(PyTypeObject *type, PyObject *args, PyObject *kwargs)
{
    PyObject *owner;
    if (!PyArg_ParseTuple(args, "O", &owner)) {
        return NULL;
    }
    Child *self = (Child *)type->tp_alloc(type, 0);
    if (self == NULL) {
        return NULL;
    }
    self->owner = PyWeakref_NewRef(owner, NULL);
    if (self->owner == NULL) {
        Py_DECREF(self);
        return NULL;
    }
    return (PyObject *)self;
}

static void
Child_dealloc(Child *self)
{
    PyTypeObject *type = Py_TYPE(self);
    Py_XDECREF(self->owner);
    type->tp_free((PyObject *)self);
    Py_DECREF(type);
}

static PyObject *
Child_notify(Child *self, PyObject *unused)
{
    PyObject *owner;
    int found = PyWeakref_GetRef(self->owner, &owner);
    if (found < 0) {
        return NULL;
    }
    if (found == 0) {
        Py_RETURN_NONE;
    }
    PyObject *answer = PyObject_CallMethod(owner, "changed", NULL);
    Py_DECREF(owner);
    return answer;
}

static PyMethodDef Child_methods[] = {
    {"notify", (PyCFunction)Child_notify, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static PyType_Slot Child_slots[] = {
    {Py_tp_methods, Child_methods},
    {Py_tp_new, (void *)Child_new},
    {Py_tp_dealloc, (void *)Child_dealloc},
    {0, NULL},
};

static PyType_Spec Child_spec = {
    "spam.Child", sizeof(Child), 0,
    Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE, Child_slots,
};

static PyMethodDef spam_methods[] = {
    {NULL, NULL, 0, NULL},
};

static int
spam_exec(PyObject *module)
{
    PyObject *child_type = PyType_FromModuleAndSpec(module, &Child_spec, NULL);
    if (child_type == NULL) {
        return -1;
    }
    int child_rc = PyModule_AddType(module, (PyTypeObject *)child_type);
    Py_DECREF(child_type);
    if (child_rc < 0) {
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
    PyModuleDef_HEAD_INIT, "spam", NULL, 0,
    spam_methods, spam_slots, NULL, NULL, NULL,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&spam_module);
}
