#include <Python.h>

/* Raised by everything here. */
static PyObject *SpamError;
static PyObject *json_loads = NULL; /* json.loads, once it is needed */

static PyObject *
fail(const char *why)
{
    PyErr_SetString(SpamError, why);
    return NULL;
}

static PyObject *
spam_load(PyObject *self, PyObject *arg)
{
    if (json_loads == NULL) {
        PyObject *json = PyImport_ImportModule("json");
        if (json == NULL) {
            return NULL;
        }
        json_loads = PyObject_GetAttrString(json, "loads");
        Py_DECREF(json);
        if (json_loads == NULL) {
            return NULL;
        }
    }
    if (!PyUnicode_Check(arg)) {
        return fail("not a text");
    }
    return PyObject_CallFunctionObjArgs(json_loads, arg, NULL);
}

static PyMethodDef methods[] = {
    {"load", spam_load, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT,
    "spam",    /* m_name */
    NULL,      /* m_doc */
    -1,        /* m_size */
    methods,   /* m_methods */
    NULL,      /* m_reload */
    NULL,      /* m_traverse */
    NULL,      /* m_clear */
    NULL,      /* m_free */
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    PyObject *m = PyModule_Create(&spam_module);
    if (m == NULL) {
        return NULL;
    }
    SpamError = PyErr_NewException("spam.SpamError", NULL, NULL);
    if (SpamError == NULL) {
        Py_DECREF(m);
        return NULL;
    }
    if (PyModule_AddObject(m, "SpamError", SpamError) < 0) {
        Py_DECREF(SpamError);
        Py_DECREF(m);
        return NULL;
    }
    return m;
}
