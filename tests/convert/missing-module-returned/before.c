#include <Python.h>

/* The variable of the module is returned before there is a module. */
typedef struct {
    PyObject_HEAD
} Thing;

static PyTypeObject Thing_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "spam.Thing",
    .tp_basicsize = sizeof(Thing),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_new = PyType_GenericNew,
};

static struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT, .m_name = "spam", .m_size = 0,
};

static int
check_environment(void)
{
    PyObject *answer = PyRun_String("hasattr(__import__('sys'), 'no_spam')", Py_eval_input,
                                    PyEval_GetBuiltins(), NULL);
    if (answer == Py_True) {
        PyErr_SetString(PyExc_ImportError, "no spam today");
    }
    Py_XDECREF(answer);
    return PyErr_Occurred() ? -1 : 0;
}

PyMODINIT_FUNC
PyInit_spam(void)
{
    PyObject *m = NULL;
    if (check_environment() < 0) {
        return m;
    }
    if (PyType_Ready(&Thing_Type) < 0)
        return m;
    m = PyModule_Create(&spam_module);
    if (m == NULL) {
        return NULL;
    }
    if (PyModule_AddType(m, &Thing_Type) < 0) {
        Py_DECREF(m);
        return NULL;
    }
    return m;
}
