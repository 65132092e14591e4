/* The module's own m_free stands in front of all that needs the state, and gets memory to free. */
#include <Python.h>

typedef struct {
    PyObject *known;
} spam_state;

#define STATE(module) ((spam_state *)PyModule_GetState(module))

static int
traverse(PyObject *module, visitproc visit, void *arg)
{
    Py_VISIT(STATE(module)->known);
    return 0;
}

static int
clear(PyObject *module)
{
    Py_CLEAR(STATE(module)->known);
    return 0;
}

static void
spam_free(void *module)
{
    clear((PyObject *)module);
}

static char *buffer;

static PyObject *
count(PyObject *module, PyObject *Py_UNUSED(ignored))
{
    if (buffer == NULL) {
        buffer = PyMem_Calloc(1, 50);
        if (buffer == NULL) {
            return PyErr_NoMemory();
        }
    }
    return PyLong_FromLong(++buffer[3]);
}

static PyMethodDef methods[] = {
    {"count", count, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static int
exec(PyObject *module)
{
    STATE(module)->known = PyList_New(0);
    return STATE(module)->known != NULL ? 0 : -1;
}

static PyModuleDef_Slot slots[] = {
    {Py_mod_exec, exec},
    {0, NULL},
};

static struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "spam",
    .m_size = sizeof(spam_state),
    .m_methods = methods,
    .m_slots = slots,
    .m_traverse = traverse,
    .m_clear = clear,
    .m_free = spam_free,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&spam_module);
}
