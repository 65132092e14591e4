/* An array of objects that grows, with its length beside it. */
#include <Python.h>

/* Objects that were registered. */
static PyObject **hooks;
static Py_ssize_t n_hooks;

static PyObject *
spam_add(PyObject *self, PyObject *hook)
{
    PyObject **grown = PyMem_Realloc(hooks, (n_hooks + 1) * sizeof(PyObject *));
    if (grown == NULL) {
        return PyErr_NoMemory();
    }
    hooks = grown;
    Py_INCREF(hook);
    hooks[n_hooks++] = hook;
    Py_RETURN_NONE;
}

static PyObject *
spam_call(PyObject *self, PyObject *Py_UNUSED(args))
{
    for (Py_ssize_t i = 0; i < n_hooks; i++) {
        PyObject *result = PyObject_CallFunctionObjArgs(hooks[i], NULL);
        if (result == NULL) {
            return NULL;
        }
        Py_DECREF(result);
    }
    Py_RETURN_NONE;
}

static PyObject *
spam_drop(PyObject *self, PyObject *Py_UNUSED(args))
{
    if (hooks != NULL && n_hooks > 0) {
        PyObject *last = hooks[--n_hooks];
        hooks[n_hooks] = NULL;
        return last;
    }
    Py_RETURN_NONE;
}

static PyMethodDef methods[] = {
    {"add", spam_add, METH_O, NULL},
    {"drop", spam_drop, METH_NOARGS, NULL},
    {"call", spam_call, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT, .m_name = "spam", .m_size = -1, .m_methods = methods,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModule_Create(&spam_module);
}
