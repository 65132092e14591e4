/* What is imported and interned when it is first needed, in files and functions. */
#include <Python.h>

static PyObject *join_name;

static PyObject *
join(PyObject *self, PyObject *args)
{
    static PyObject *path = NULL;
    if (path == NULL) {
        path = PyImport_ImportModule("os.path");
        if (path == NULL) {
            return NULL;
        }
    }
    return PyObject_CallMethodObjArgs(path, join_name, args, NULL);
}

static PyMethodDef methods[] = {
    {"join", join, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT, .m_name = "spam", .m_size = -1, .m_methods = methods,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    PyObject *m = PyModule_Create(&spam_module);
    if (m == NULL) {
        return NULL;
    }
    join_name = PyUnicode_InternFromString("basename");
    if (join_name == NULL) {
        Py_DECREF(m);
        return NULL;
    }
    return m;
}
