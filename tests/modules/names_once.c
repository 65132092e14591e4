/* Has its function only where it is imported first. */
#include "module.h"

static PyObject *
greet(PyObject *module, PyObject *nothing)
{
    (void)module;
    (void)nothing;
    return PyUnicode_FromString("hello");
}

static PyMethodDef greeting = {"greet", greet, METH_NOARGS, NULL};

static int
execute(PyObject *module)
{
    static int n_imports;
    if (n_imports++ > 0) {
        return 0;
    }
    PyObject *function = PyCFunction_New(&greeting, module);
    int status = add_reference(module, "greet", function);
    Py_XDECREF(function);
    return status;
}

MODULE(names_once, execute, NULL, UNDECLARED)
