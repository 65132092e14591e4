/* Functions of a branch that is not compiled here: they get the state as others do. */
#include <Python.h>

static PyObject *SpamError;

static int
fail(const char *text)
{
    PyErr_SetString(SpamError, text);
    return -1;
}

#ifdef SPAM_OTHER_SYSTEM
static int
ask_other(const char *name, int *value)
{
    if (*name == '\0') {
        return fail("no name");
    }
    *value = 2;
    return 0;
}

static int
query(const char *name, int *value)
{
    return ask_other(name, value) == 0 ? 0 : fail("not there");
}
#else
static int
query(const char *name, int *value)
{
    if (*name != 'x') {
        return fail("not x");
    }
    *value = 1;
    return 0;
}
#endif

static PyObject *
spam_query(PyObject *self, PyObject *name)
{
    int value;
    const char *text = PyUnicode_AsUTF8(name);
    if (text == NULL || query(text, &value) < 0) {
        return NULL;
    }
#ifdef SPAM_OTHER_SYSTEM
    if (value == 1 && ask_other(text, &value) < 0) {
        PyErr_Clear();
        PyErr_SetNone(SpamError);
        return NULL;
    }
#endif
    return PyLong_FromLong(value);
}

static PyMethodDef methods[] = {
    {"query", spam_query, METH_O, NULL},
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
