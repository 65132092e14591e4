/* Macros that stand for a storage class. */
#include <Python.h>

#define local static
#ifdef SPAM_VISIBLE
#define SHARED
#else
#define SHARED static
#endif

SHARED long total = 1;
local PyObject *cache;
local const char *last_name = "none";
SHARED struct {
    int first, second;
} pair;
local long row[4];

local PyObject *
count(PyObject *Py_UNUSED(module), PyObject *arg)
{
    if (cache == NULL && (cache = PyList_New(0)) == NULL) {
        return NULL;
    }
    if (PyList_Append(cache, arg) < 0) {
        return NULL;
    }
    last_name = Py_TYPE(arg) == &PyLong_Type ? "int" : "other";
    row[total & 3]++;
    pair.first++;
    pair.second += 2;
    total++;
    return Py_BuildValue("(lOsii)", total, cache, last_name, pair.first, pair.second);
}

local PyMethodDef methods[] = {
    {"count", count, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

local struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "spam",
    .m_size = -1,
    .m_methods = methods,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModule_Create(&spam_module);
}
