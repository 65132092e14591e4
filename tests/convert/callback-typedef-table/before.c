/* The type of the functions in a table is defined apart from the table, in front of all else. */
#include <Python.h>
#include <string.h>

static PyObject *Error;

typedef PyObject *(*operation)(PyObject *, long);

static PyObject *
op_repeat(PyObject *object, long n)
{
    if (n > 9) {
        return PyErr_Format(Error, "too often: %ld", n);
    }
    return PySequence_Repeat(object, n);
}

static PyObject *
op_index(PyObject *object, long n)
{
    return PySequence_GetItem(object, n);
}

static const struct {
    const char *name;
    operation run;
} operations[] = {
    {"repeat", op_repeat},
    {"index", op_index},
    {NULL, NULL},
};

static PyObject *
apply(PyObject *self, PyObject *args)
{
    const char *name;
    PyObject *object;
    long n;
    if (!PyArg_ParseTuple(args, "sOl:apply", &name, &object, &n)) {
        return NULL;
    }
    for (int i = 0; operations[i].name != NULL; i++) {
        if (strcmp(operations[i].name, name) == 0) {
            return operations[i].run(object, n);
        }
    }
    PyErr_SetString(Error, name);
    return NULL;
}

static PyMethodDef methods[] = {
    {"apply", apply, METH_VARARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT, .m_name = "spam", .m_size = -1, .m_methods = methods,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    PyObject *module = PyModule_Create(&definition);
    if (module == NULL) {
        return NULL;
    }
    Error = PyErr_NewException("spam.Error", NULL, NULL);
    if (Error == NULL || PyModule_AddObjectRef(module, "Error", Error) < 0) {
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
