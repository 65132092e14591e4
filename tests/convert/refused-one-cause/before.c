/* Many places are left for two reasons: a macro, and one exception. */
#include <Python.h>
#include <stdlib.h>

#ifdef SMALL
#define TEXT(name) static PyObject *text_##name
#else
#define TEXT(name) static PyObject *text_##name = NULL
#endif

TEXT(alpha);
TEXT(beta);
TEXT(gamma);

static PyObject *SpamError;

static int
by_size(const void *a, const void *b)
{
    PyErr_SetString(SpamError, "size");
    return a < b;
}

static int
by_name(const void *a, const void *b)
{
    PyErr_SetString(SpamError, "name");
    return a > b;
}

static PyObject *
sort(PyObject *module, PyObject *ignored)
{
    int numbers[2] = {2, 1};
    qsort(numbers, 2, sizeof(int), by_size);
    qsort(numbers, 2, sizeof(int), by_name);
    return PyTuple_Pack(3, text_alpha, text_beta, text_gamma);
}

static PyMethodDef spam_methods[] = {
    {"sort", sort, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "spam",
    .m_size = -1,
    .m_methods = spam_methods,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    PyObject *module = PyModule_Create(&spam_module);
    if (module == NULL) {
        return NULL;
    }
    text_alpha = PyUnicode_FromString("alpha");
    text_beta = PyUnicode_FromString("beta");
    text_gamma = PyUnicode_FromString("gamma");
    SpamError = PyErr_NewException("spam.SpamError", NULL, NULL);
    if (PyModule_AddObjectRef(module, "SpamError", SpamError) < 0) {
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
