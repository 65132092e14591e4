/* A function that writes is called through a pointer of the instance, once without its section. */
#include <Python.h>

typedef struct dial {
    PyObject_HEAD
    long angle;
    void (*turn)(struct dial *, long);
} Dial;

static void
turn_plain(Dial *dial, long by)
{
    dial->angle = (dial->angle + by) % 360;  // want: thread-unlocked-write
}

static PyObject *
Dial_new(PyTypeObject *type, PyObject *args, PyObject *kwargs)
{
    Dial *self = (Dial *)type->tp_alloc(type, 0);
    if (self == NULL) {
        return NULL;
    }
    self->turn = turn_plain;
    return (PyObject *)self;
}

static PyObject *
Dial_left(Dial *self, PyObject *unused)
{
    Py_BEGIN_CRITICAL_SECTION(self);
    self->turn(self, -1);
    Py_END_CRITICAL_SECTION();
    Py_RETURN_NONE;
}

static PyObject *
Dial_right(Dial *self, PyObject *unused)
{
    self->turn(self, 1);
    Py_RETURN_NONE;
}

static PyMethodDef Dial_methods[] = {
    {"left", (PyCFunction)Dial_left, METH_NOARGS, NULL},
    {"right", (PyCFunction)Dial_right, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static PyType_Slot Dial_slots[] = {
    {Py_tp_methods, Dial_methods},
    {Py_tp_new, (void *)Dial_new},
    {0, NULL},
};

static PyType_Spec Dial_spec = {
    "spam.Dial", sizeof(Dial), 0,
    Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE, Dial_slots,
};

static PyMethodDef spam_methods[] = {
    {NULL, NULL, 0, NULL},
};

static int
spam_exec(PyObject *module)
{
    PyObject *dial_type = PyType_FromModuleAndSpec(module, &Dial_spec, NULL);
    if (dial_type == NULL) {
        return -1;
    }
    int dial_rc = PyModule_AddType(module, (PyTypeObject *)dial_type);
    Py_DECREF(dial_type);
    if (dial_rc < 0) {
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
