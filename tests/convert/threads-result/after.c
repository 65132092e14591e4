#include <Python.h>

#if PY_VERSION_HEX < 0x030D0000 && !defined(Py_BEGIN_CRITICAL_SECTION)
#define Py_BEGIN_CRITICAL_SECTION(op) {
#define Py_END_CRITICAL_SECTION() }
#define Py_BEGIN_CRITICAL_SECTION2(a, b) {
#define Py_END_CRITICAL_SECTION2() }
#endif

/* Slots with a parameter called `result`. */
typedef struct {
    PyObject_HEAD
    double sum;
    double product;
} Sum;

static PyObject *
Sum_add_lock_held(Sum *self, PyObject *result)
{
    if (!PyFloat_CheckExact(result)) {
        PyErr_SetString(PyExc_TypeError, "a float");
        return NULL;
    }
    self->sum += PyFloat_AS_DOUBLE(result);
    return PyFloat_FromDouble(self->sum);
}

static PyObject *
Sum_add(Sum *self, PyObject *result)
{
    PyObject *result2;
    Py_BEGIN_CRITICAL_SECTION(self);
    result2 = Sum_add_lock_held(self, result);
    Py_END_CRITICAL_SECTION();
    return result2;
}

static int
Sum_set_lock_held(Sum *self, PyObject *result, void *result2)
{
    if (result == NULL || !PyFloat_CheckExact(result)) {
        PyErr_SetString(PyExc_TypeError, "a float");
        return -1;
    }
    self->sum = PyFloat_AS_DOUBLE(result);
    self->product = result2 != NULL;
    return 0;
}

static int
Sum_set(Sum *self, PyObject *result, void *result2)
{
    int result3;
    Py_BEGIN_CRITICAL_SECTION(self);
    result3 = Sum_set_lock_held(self, result, result2);
    Py_END_CRITICAL_SECTION();
    return result3;
}

static PyMethodDef Sum_methods[] = {
    {"add", (PyCFunction)Sum_add, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static PyGetSetDef Sum_getset[] = {
    {"sum", NULL, (setter)Sum_set, NULL, NULL},
    {NULL, NULL, NULL, NULL, NULL},
};

static PyType_Slot Sum_slots[] = {
    {Py_tp_methods, Sum_methods},
    {Py_tp_getset, Sum_getset},
    {0, NULL},
};

static PyType_Spec Sum_spec = {
    .name = "spam.Sum",
    .basicsize = sizeof(Sum),
    .flags = Py_TPFLAGS_DEFAULT,
    .slots = Sum_slots,
};


static PyMethodDef spam_methods[] = {
    {NULL, NULL, 0, NULL},
};

static int
spam_exec(PyObject *module)
{
    PyObject *sum = PyType_FromModuleAndSpec(module, &Sum_spec, NULL);
    if (sum == NULL) {
        return -1;
    }
    if (PyModule_AddType(module, (PyTypeObject *)sum) < 0) {
        Py_DECREF(sum);
        return -1;
    }
    Py_DECREF(sum);
    return 0;
}

static PyModuleDef_Slot spam_slots[] = {
    {Py_mod_exec, spam_exec},
#ifdef Py_MOD_PER_INTERPRETER_GIL_SUPPORTED
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
#ifdef Py_MOD_GIL_NOT_USED
    {Py_mod_gil, Py_MOD_GIL_NOT_USED},
#endif
    {0, NULL},
};

static struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "spam",
    .m_size = 0,
    .m_methods = spam_methods,
    .m_slots = spam_slots,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&spam_module);
}
