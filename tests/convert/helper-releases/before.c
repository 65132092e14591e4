#include <Python.h>

static PyObject *spam_error, *spam_list;

/* Other objects are handed to it, too: only what gives the module goes. */
static void
drop(PyObject *object)
{
    Py_XDECREF(object);
}

static void
drop_asked(PyObject *object)
{
    if (object != NULL) {
        Py_DECREF(object);
    }
}

/* One that is only given the module: its release goes. */
static void
drop_module(PyObject *object)
{
    PySys_WriteStderr("no import\n");
    Py_DECREF(object);
}

static PyObject *
spam_list_get(PyObject *module, PyObject *Py_UNUSED(ignored))
{
    return Py_NewRef(spam_list);
}

static PyMethodDef spam_methods[] = {
    {"list", spam_list_get, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT, .m_name = "spam", .m_size = -1, .m_methods = spam_methods,
};

static int
add_version(PyObject *module)
{
    PyObject *version = PyUnicode_FromString("1.0");
    if (version == NULL) {
        drop(module);
        return -1;
    }
    if (PyModule_AddObjectRef(module, "version", version) < 0) {
        drop(version);
        drop(module);
        return -1;
    }
    drop(version);
    return 0;
}

PyMODINIT_FUNC
PyInit_spam(void)
{
    PyObject *module = PyModule_Create(&definition);
    if (module == NULL) {
        return NULL;
    }
    PyObject *list = PyList_New(0);
    if (list == NULL) {
        drop_asked(module);
        return NULL;
    }
    spam_error = PyErr_NewException("spam.error", NULL, NULL);
    if (spam_error == NULL || PyModule_AddObjectRef(module, "error", spam_error) < 0) {
        drop_asked(list);
        drop(module);
        return NULL;
    }
    if (PyModule_AddIntConstant(module, "answer", 42) < 0) {
        drop(list);
        drop_module(module);
        return NULL;
    }
    spam_list = list;
    return add_version(module) < 0 ? NULL : module;
}
