#include <Python.h>
#include <dlfcn.h>

/* What dlsym finds is of a library that only the run knows. */
static double (*function)(double);

static PyObject *
load(PyObject *self, PyObject *arg)
{
    const char *name = PyUnicode_AsUTF8(arg);
    void *handle = name != NULL ? dlopen("libm.so.6", RTLD_NOW) : NULL;
    if (handle == NULL) {
        return name == NULL ? NULL : PyErr_Format(PyExc_OSError, "no library");
    }
    *(void **)&function = dlsym(handle, name);
    return PyBool_FromLong(function != NULL);
}

static PyObject *
run(PyObject *self, PyObject *arg)
{
    double x = PyFloat_AsDouble(arg);
    if (PyErr_Occurred() || function == NULL) {
        return PyErr_Occurred() ? NULL : PyErr_Format(PyExc_ValueError, "no function");
    }
    return PyFloat_FromDouble(function(x));
}

static PyMethodDef methods[] = {
    {"load", load, METH_O, NULL},
    {"run", run, METH_O, NULL},
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
