/* One exception is needed where no module can be had; the counter and the cache move. */
#include <Python.h>
#include <stdlib.h>

static PyObject *SpamError;
static PyObject *cache;
static int calls;

static int
by_size(const void *a, const void *b)
{
    PyErr_SetString(SpamError, "size");
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
    if (cache == NULL) {
        cache = PyList_New(0);
        if (cache == NULL) {
            return NULL;
        }
    }
    calls++;
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
    SpamError = PyErr_NewException("spam.SpamError", NULL, NULL);
    if (PyModule_AddObjectRef(module, "SpamError", SpamError) < 0) {
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
