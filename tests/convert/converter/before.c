/* Converters of arguments that raise the module's own exception. */
#include <Python.h>

static PyObject *SpamError;

static int
as_mode(PyObject *object, int *mode)
{
    *mode = (int)PyLong_AsLong(object);
    if (*mode < 0 || *mode > 2) {
        PyErr_SetString(SpamError, "no such mode");
        return 0;
    }
    return 1;
}

static PyObject *
open_spam(PyObject *self, PyObject *args, PyObject *kwargs)
{
    static char *names[] = {"name", "mode", "other", NULL};
    const char *name;
    int mode = 0, other = 1;

    if (!PyArg_ParseTupleAndKeywords(args, kwargs, "s|O&O&:open", names, &name,
                                     as_mode, &mode, as_mode, &other)) {
        return NULL;
    }
    return Py_BuildValue("sii", name, mode, other);
}

static PyMethodDef methods[] = {
    {"open", (PyCFunction)(void (*)(void))open_spam, METH_VARARGS | METH_KEYWORDS, NULL},
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
    SpamError = PyErr_NewException("spam.Error", NULL, NULL);
    if (SpamError == NULL) {
        Py_DECREF(m);
        return NULL;
    }
    return m;
}
