/* What registers the module stands around one exec function, and must fail with it: not where a
 * second one may fail behind. */
#include <Python.h>
#include <stdlib.h>

static PyObject *key_function;

static int
compare(const void *left, const void *right)
{
    PyObject *a = PyObject_CallFunctionObjArgs(key_function, *(PyObject *const *)left, NULL);
    PyObject *b = PyObject_CallFunctionObjArgs(key_function, *(PyObject *const *)right, NULL);
    int result = a != NULL && b != NULL ? PyObject_RichCompareBool(a, b, Py_GT) : 0;
    Py_XDECREF(a);
    Py_XDECREF(b);
    return result;
}

static PyObject *
spam_set_key(PyObject *Py_UNUSED(module), PyObject *function)
{
    Py_INCREF(function);
    Py_XSETREF(key_function, function);
    Py_RETURN_NONE;
}

static PyObject *
spam_sort(PyObject *Py_UNUSED(module), PyObject *list)
{
    PyObject *items[8];
    Py_ssize_t n = PyList_Check(list) ? PyList_GET_SIZE(list) : -1;
    if (n < 0 || n > 8 || key_function == NULL) {
        PyErr_SetString(PyExc_ValueError, "expected a short list, and a key");
        return NULL;
    }
    for (Py_ssize_t i = 0; i < n; i++) {
        items[i] = PyList_GET_ITEM(list, i);
        Py_INCREF(items[i]);
    }
    qsort(items, (size_t)n, sizeof(*items), compare);
    PyObject *result = PyErr_Occurred() ? NULL : PyList_New(n);
    for (Py_ssize_t i = 0; i < n; i++) {
        if (result != NULL) {
            PyList_SET_ITEM(result, i, items[i]);
        }
        else {
            Py_DECREF(items[i]);
        }
    }
    return result;
}

static PyMethodDef spam_methods[] = {
    {"set_key", spam_set_key, METH_O, NULL},
    {"sort", spam_sort, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static int
spam_exec(PyObject *module)
{
    return PyModule_AddIntConstant(module, "limit", 8);
}

static int
spam_more(PyObject *module)
{
    return PyModule_AddIntConstant(module, "more", 1);
}

static PyModuleDef_Slot spam_slots[] = {
    {Py_mod_exec, spam_exec},
    {Py_mod_exec, spam_more},
#ifdef Py_mod_multiple_interpreters
    {Py_mod_multiple_interpreters, Py_MOD_MULTIPLE_INTERPRETERS_SUPPORTED},
#endif
    {0, NULL},
};

static struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "spam",
    .m_methods = spam_methods,
    .m_slots = spam_slots,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&spam_module);
}
