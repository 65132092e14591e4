#include <Python.h>

#include <stdlib.h>

/* qsort passes nothing to 'compare' that leads to the module. */
static PyObject *key;

static int
compare(const void *a, const void *b)
{
    PyObject *const *one = a, *const *other = b;
    return PyObject_RichCompareBool(*one, key, Py_LT)
           - PyObject_RichCompareBool(*other, key, Py_LT);
}

static PyObject *
nearest(PyObject *module, PyObject *args)
{
    PyObject *items[2];
    if (!PyArg_ParseTuple(args, "OOO", &key, &items[0], &items[1])) {
        return NULL;
    }
    qsort(items, 2, sizeof(PyObject *), compare);
    return Py_NewRef(items[0]);
}

static PyMethodDef methods[] = {
    {"nearest", nearest, METH_VARARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT, .m_name = "half", .m_size = -1, .m_methods = methods,
};

PyMODINIT_FUNC
PyInit_half(void)
{
    return PyModule_Create(&definition);
}
