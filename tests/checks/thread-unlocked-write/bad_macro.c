/* A macro of the project counts hits and misses without a lock. */
#include <Python.h>

typedef struct {
    PyObject_HEAD
    size_t hits;
    size_t misses;
} Stats;

#define COUNT(stats, what) ((stats)->what += 1)

static PyObject *
Stats_new(PyTypeObject *type, PyObject *args, PyObject *kwargs)
{
    Stats *self = (Stats *)type->tp_alloc(type, 0);
    if (self == NULL) {
        return NULL;
    }

    return (PyObject *)self;
}

static void
Stats_dealloc(Stats *self)
{
    PyTypeObject *type = Py_TYPE(self);

    type->tp_free((PyObject *)self);
    Py_DECREF(type);
}

static PyObject *
Stats_record(Stats *self, PyObject *arg)
{
    int truth = PyObject_IsTrue(arg);
    if (truth < 0) {
        return NULL;
    }
    if (truth) {
        COUNT(self, hits);  // want: thread-unlocked-write
    }
    Py_RETURN_NONE;
}

static PyMethodDef Stats_methods[] = {
    {"record", (PyCFunction)Stats_record, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static PyType_Slot Stats_slots[] = {
    {Py_tp_methods, Stats_methods},
    {Py_tp_new, (void *)Stats_new},
    {Py_tp_dealloc, (void *)Stats_dealloc},
    {0, NULL},
};

static PyType_Spec Stats_spec = {
    "spam.Stats", sizeof(Stats), 0,
    Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE, Stats_slots,
};

static PyMethodDef spam_methods[] = {
    {NULL, NULL, 0, NULL},
};

static int
spam_exec(PyObject *module)
{
    PyObject *stats_type = PyType_FromModuleAndSpec(module, &Stats_spec, NULL);
    if (stats_type == NULL) {
        return -1;
    }
    int stats_rc = PyModule_AddType(module, (PyTypeObject *)stats_type);
    Py_DECREF(stats_type);
    if (stats_rc < 0) {
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
