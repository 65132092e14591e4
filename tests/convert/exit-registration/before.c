/* What is registered for the end of the process would be so for each module object. */
#include <Python.h>
#include <stdlib.h>

static PyObject *cache;
static char *buffer;

static void
free_buffer(void)
{
    free(buffer);
}

static PyObject *
get(PyObject *self, PyObject *Py_UNUSED(args))
{
    return Py_BuildValue("O", cache);
}

static PyMethodDef spam_methods[] = {
    {"get", get, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT, .m_name = "spam", .m_size = -1, .m_methods = spam_methods,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    cache = PyList_New(0);
    if (cache == NULL) {
        return NULL;
    }
    if (atexit(free_buffer) != 0) {
        return PyErr_NoMemory();
    }
    return PyModule_Create(&spam_module);
}
