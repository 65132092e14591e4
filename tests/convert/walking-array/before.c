/* The pointer does not stay where the array begins: nobody could free it. */
#include <Python.h>

static PyObject **items;

static PyObject *
push(PyObject *self, PyObject *item)
{
    *items = Py_NewRef(item);
    items++;
    Py_RETURN_NONE;
}

static PyMethodDef methods[] = {
    {"push", push, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT, .m_name = "spam", .m_size = -1, .m_methods = methods,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    items = PyMem_Calloc(8, sizeof(PyObject *));
    if (items == NULL) {
        return PyErr_NoMemory();
    }
    return PyModule_Create(&spam_module);
}
