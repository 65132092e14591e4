/* A sum is read in one section, and stored in the next one. */
#include <Python.h>

typedef struct {
    PyObject_HEAD
    double sum;
    long n_added;
} Sum;

static PyObject *
Sum_new(PyTypeObject *type, PyObject *args, PyObject *kwargs)
{
    Sum *self = (Sum *)type->tp_alloc(type, 0);
    if (self == NULL) {
        return NULL;
    }
    return (PyObject *)self;
}

static double
rounded(double number)
{
    return (double)(long)number;
}

static PyObject *
Sum_add(Sum *self, PyObject *arg)
{
    double sum;
    Py_BEGIN_CRITICAL_SECTION(self);
    sum = self->sum;
    Py_END_CRITICAL_SECTION();
    double number = PyFloat_AsDouble(arg);
    if (number == -1 && PyErr_Occurred()) {
        return NULL;
    }
    double next = rounded(sum) + number;
    Py_BEGIN_CRITICAL_SECTION(self);
    self->n_added++;
    self->sum = next;  // want: thread-unlocked-write
    Py_END_CRITICAL_SECTION();
    Py_RETURN_NONE;
}

static PyMethodDef Sum_methods[] = {
    {"add", (PyCFunction)Sum_add, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static PyType_Slot Sum_slots[] = {
    {Py_tp_methods, Sum_methods},
    {Py_tp_new, (void *)Sum_new},
    {0, NULL},
};

static PyType_Spec Sum_spec = {
    "spam.Sum", sizeof(Sum), 0,
    Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE, Sum_slots,
};

static PyMethodDef spam_methods[] = {
    {NULL, NULL, 0, NULL},
};

static int
spam_exec(PyObject *module)
{
    PyObject *sum_type = PyType_FromModuleAndSpec(module, &Sum_spec, NULL);
    if (sum_type == NULL) {
        return -1;
    }
    int sum_rc = PyModule_AddType(module, (PyTypeObject *)sum_type);
    Py_DECREF(sum_type);
    if (sum_rc < 0) {
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
