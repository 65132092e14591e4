/* A multi-phase module whose own m_free knows the old members only, and does not call
 * m_clear, which the collector alone calls. */
#include <Python.h>

struct module_state {
    PyObject *error;
};

static PyObject *SpamError;

#define GETSTATE(m) ((struct module_state *)PyModule_GetState(m))

static PyObject *
spam_fail(PyObject *self, PyObject *args)
{
    PyErr_SetString(SpamError, "no");
    return NULL;
}

static PyMethodDef methods[] = {
    {"fail", spam_fail, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static int
spam_exec(PyObject *module)
{
    SpamError = PyErr_NewException("spam.Error", NULL, NULL);
    if (SpamError == NULL) {
        return -1;
    }
    return PyModule_AddObjectRef(module, "Error", SpamError);
}

static int
spam_traverse(PyObject *module, visitproc visit, void *arg)
{
    Py_VISIT(GETSTATE(module)->error);
    return 0;
}

static int
spam_clear(PyObject *module)
{
    Py_CLEAR(GETSTATE(module)->error);
    return 0;
}

static void
spam_free(void *module)
{
    Py_CLEAR(GETSTATE((PyObject *)module)->error);
    return;
}

static PyModuleDef_Slot slots[] = {
    {Py_mod_exec, spam_exec},
    {0, NULL},
};

static struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "spam",
    .m_size = sizeof(struct module_state),
    .m_methods = methods,
    .m_slots = slots,
    .m_traverse = spam_traverse,
    .m_clear = spam_clear,
    .m_free = spam_free,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&spam_module);
}
