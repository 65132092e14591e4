#include <Python.h>

static PyObject *pattern;

static PyObject *
spam_find(PyObject *self, PyObject *arg)
{
    return PyNumber_Add(pattern, arg);
}

static PyMethodDef methods[] = {
    {"find", spam_find, METH_O, NULL},
    {NULL, NULL, 0, NULL}
};

#ifdef IS_PYTHON3
static struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT,
    "spam",
    NULL,
    -1,
    methods,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    PyObject *m = PyModule_Create(&spam_module);
#else
void
initspam(void)
{
    PyObject *m = Py_InitModule("spam", methods);
#endif
    pattern = PyUnicode_FromString("egg");
    if (pattern == NULL) {
#ifdef IS_PYTHON3
        return NULL;
#else
        return;
#endif
    }
#ifdef IS_PYTHON3
    return m;
#endif
}
