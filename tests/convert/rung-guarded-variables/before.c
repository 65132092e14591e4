/* A number that a callback needs guards the objects that are made once; they stay with it. */
#include <Python.h>
#include <stdlib.h>

static PyObject *SpamError;
static PyObject *names[2];
static PyObject *cache;
static int calls;

static int
by_size(const void *a, const void *b)
{
    if (SpamError == NULL) {
        SpamError = PyErr_NewException("spam.SpamError", NULL, NULL);
        names[0] = PyUnicode_FromString("size");
    }
    PyErr_SetObject(SpamError, names[0]);
    return a < b;
}

static PyObject *
sort(PyObject *module, PyObject *ignored)
{
    int numbers[2] = {2, 1};
    qsort(numbers, 2, sizeof(int), by_size);
    return NULL;
}

static PyObject *
remember(PyObject *module, PyObject *object)
{
    if (calls == 0) {
        cache = PyList_New(0);
        if (cache == NULL) {
            return NULL;
        }
    }
    calls++;
    if (names[1] != NULL && PyList_Append(cache, names[1]) < 0) {
        return NULL;
    }
    if (PyList_Append(cache, object) < 0) {
        return NULL;
    }
    return PyLong_FromLong(calls);
}

static PyMethodDef spam_methods[] = {
    {"sort", sort, METH_NOARGS, NULL},
    {"remember", remember, METH_O, NULL},
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
    names[1] = PyUnicode_FromString("other");
    return module;
}
