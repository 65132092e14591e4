#include <Python.h>

static PyObject *spam_last, *spam_list, *spam_kept;

/* The iterated object lives in what is iterated: the static borrowed it. */
static PyObject *
walk(PyObject *module, PyObject *iterator)
{
    PyObject *object;
    while ((object = PyIter_Next(iterator)) != NULL) {
        spam_last = object;
        Py_DECREF(object);
    }
    if (PyErr_Occurred()) {
        return NULL;
    }
    return PyBool_FromLong(spam_last != NULL);
}

/* One of both happens. */
static PyObject *
keep(PyObject *module, PyObject *object)
{
    PyObject *text = PyObject_Str(object);
    if (text == NULL) {
        return NULL;
    }
    if (spam_kept == NULL) {
        spam_kept = text;
        Py_RETURN_TRUE;
    }
    Py_DECREF(text);
    Py_RETURN_FALSE;
}

static PyMethodDef spam_methods[] = {
    {"walk", walk, METH_O, NULL},
    {"keep", keep, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef spammodule = {
    PyModuleDef_HEAD_INIT,
    .m_name = "spam",
    .m_size = -1,
    .m_methods = spam_methods,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    PyObject *m = PyModule_Create(&spammodule);
    if (m == NULL) {
        return NULL;
    }
    /* The dictionary keeps it. */
    PyObject *list = PyList_New(0);
    if (list == NULL) {
        Py_DECREF(m);
        return NULL;
    }
    spam_list = list;
    if (PyModule_AddObjectRef(m, "list", list) < 0) {
        Py_DECREF(list);
        Py_DECREF(m);
        return NULL;
    }
    Py_DECREF(list);
    return m;
}
