/* A file that does not parse finds the module by PyState_FindModule, so that the initialisation
 * stays as it is. */
#include <Python.h>
#include <stdlib.h>

static PyObject *order;

static int
compare(const void *a, const void *b)
{
    PyObject *one = *(PyObject *const *)a, *other = *(PyObject *const *)b;
    PyObject *result = PyObject_CallFunctionObjArgs(order, one, other, NULL);
    int sign = result == NULL ? 0 : (int)PyLong_AsLong(result);
    Py_XDECREF(result);
    return sign;
}

static int (*comparison)(const void *, const void *) = compare;

static PyObject *
spam_sort(PyObject *self, PyObject *arg)
{
    PyObject *copy = PySequence_List(arg);
    if (copy != NULL) {
        qsort(&PyList_GET_ITEM(copy, 0), (size_t)PyList_GET_SIZE(copy), sizeof(PyObject *),
              comparison);
    }
    return copy;
}

static PyMethodDef methods[] = {
    {"sort", spam_sort, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT, "spam", NULL, -1, methods, NULL, NULL, NULL, NULL,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    PyObject *m = PyModule_Create(&definition);
    if (m == NULL) {
        return NULL;
    }
    PyObject *operator = PyImport_ImportModule("_operator");
    order = operator == NULL ? NULL : PyObject_GetAttrString(operator, "sub");
    Py_XDECREF(operator);
    if (order == NULL) {
        Py_DECREF(m);
        return NULL;
    }
    return m;
}
