#include <Python.h>

/* One way out for all: with the module, without it, and before there is one. */
static PyObject *Error;

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
        goto done;
    }
    m = PyModule_Create(&spam_module);
    if (m == NULL) {
        goto done;
    }
    Error = PyErr_NewException("spam.Error", NULL, NULL);
    if (Error == NULL) {
        Py_CLEAR(m);
        goto done;
    }
    if (PyModule_AddObjectRef(m, "Error", Error) < 0) {
        Py_CLEAR(m);
    }
done:
    return m;
}
