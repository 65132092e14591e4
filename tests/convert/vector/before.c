#include <Python.h>

static const char *const names[] = {"spam.EmptyError", "spam.FullError"};

/* Made from `names`. */
static PyObject **errors;

static PyObject *
fail(PyObject *Py_UNUSED(module), PyObject *number)
{
    size_t i = PyLong_AsSize_t(number);
    if (i < sizeof names / sizeof names[0]) {
        PyErr_SetString(errors[i], "failed");
    }
    return NULL;
}

static PyMethodDef spam_methods[] = {
    {"fail", fail, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "spam",
    .m_size = -1,
    .m_methods = spam_methods,
};

static int
init_errors(PyObject *m)
{
    size_t count = sizeof names / sizeof names[0];

    errors = PyMem_Malloc(sizeof(PyObject *) * count);
    if (errors == NULL) {
        PyErr_NoMemory();
        return -1;
    }
    for (size_t i = 0; i < count; i++) {
        PyObject *error = PyErr_NewException(names[i], NULL, NULL);
        if (error == NULL) {
            return -1;
        }
        errors[i] = error;
        if (PyObject_SetAttrString(m, strchr(names[i], '.') + 1, error) < 0) {
            return -1;
        }
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_spam(void)
{
    PyObject *m = PyModule_Create(&spam_module);
    if (m == NULL) {
        return NULL;
    }
    if (init_errors(m) < 0) {
        Py_DECREF(m);
        return NULL;
    }
    return m;
}
