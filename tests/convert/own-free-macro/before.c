/* The project gives `free` another meaning, so that m_free cannot release with it what
 * `calloc` of the C library gave out. */
#include <Python.h>
#include <stdlib.h>

#define free PyObject_Free /* for the nodes */

static char *buffer;

struct node {
    struct node *next;
};

static PyObject *
put(PyObject *Py_UNUSED(self), PyObject *arg)
{
    struct node *node = PyObject_Malloc(sizeof(struct node));
    if (node == NULL) {
        return PyErr_NoMemory();
    }
    buffer[0] = (char)PyLong_AsLong(arg);
    free(node);
    return PyErr_Occurred() ? NULL : PyLong_FromLong(buffer[0]);
}

static PyMethodDef methods[] = {
    {"put", put, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "spam",
    .m_size = -1,
    .m_methods = methods,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    buffer = calloc(100, 1);
    if (buffer == NULL) {
        return PyErr_NoMemory();
    }
    return PyModule_Create(&spam_module);
}
