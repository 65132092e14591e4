/* Callables for a library's table of callbacks, which its threads call: one cause, and nothing
 * to be said of the GIL of other interpreters, as there are none. */
#include <Python.h>

struct library_operations {
    int (*read)(int n);
    int (*write)(int n);
    int (*close)(int n);
};

int library_main(const struct library_operations *operations);

static PyObject *Error;
static PyObject *on_read, *on_write, *on_close;

static int
call(PyObject *callable, int n)
{
    PyGILState_STATE gil = PyGILState_Ensure();
    PyObject *result = PyObject_CallFunction(callable, "i", n);
    if (result == NULL) {
        PyErr_Print();
    }
    Py_XDECREF(result);
    PyGILState_Release(gil);
    return n;
}

static int
do_read(int n)
{
    return call(on_read, n);
}

static int
do_write(int n)
{
    return call(on_write, n);
}

static int
do_close(int n)
{
    return call(on_close, n);
}

static PyObject *
spam_main(PyObject *module, PyObject *args)
{
    struct library_operations operations;
    (void)module;
    if (!PyArg_ParseTuple(args, "OOO", &on_read, &on_write, &on_close)) {
        return NULL;
    }
    Py_INCREF(on_read);
    Py_INCREF(on_write);
    Py_INCREF(on_close);
    operations.read = do_read;
    operations.write = do_write;
    operations.close = do_close;
    if (library_main(&operations) < 0) {
        PyErr_SetString(Error, "failed");
        return NULL;
    }
    Py_RETURN_NONE;
}

static PyMethodDef spam_methods[] = {
    {"main", spam_main, METH_VARARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "spam",
    .m_size = -1,
    .m_methods = spam_methods,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    PyObject *m = PyModule_Create(&spam_module);
    if (m == NULL) {
        return NULL;
    }
    Error = PyErr_NewException("spam.Error", NULL, NULL);
    if (Error == NULL || PyModule_AddObjectRef(m, "Error", Error) < 0) {
        Py_DECREF(m);
        return NULL;
    }
    return m;
}
