#include <Python.h>
#include <dlfcn.h>

typedef struct {
    /* What dlsym finds is of a library that only the run knows. */
    double (*function)(double);
} spam_state;

static inline spam_state *
get_spam_state(PyObject *module)
{
    return (spam_state *)PyModule_GetState(module);
}

static PyObject *
load(PyObject *self, PyObject *arg)
{
    spam_state *state = get_spam_state(self);
    const char *name = PyUnicode_AsUTF8(arg);
    void *handle = name != NULL ? dlopen("libm.so.6", RTLD_NOW) : NULL;
    if (handle == NULL) {
        return name == NULL ? NULL : PyErr_Format(PyExc_OSError, "no library");
    }
    *(void **)&state->function = dlsym(handle, name);
    return PyBool_FromLong(state->function != NULL);
}

static PyObject *
run(PyObject *self, PyObject *arg)
{
    spam_state *state = get_spam_state(self);
    double x = PyFloat_AsDouble(arg);
    if (PyErr_Occurred() || state->function == NULL) {
        return PyErr_Occurred() ? NULL : PyErr_Format(PyExc_ValueError, "no function");
    }
    return PyFloat_FromDouble(state->function(x));
}

static PyMethodDef methods[] = {
    {"load", load, METH_O, NULL},
    {"run", run, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static PyModuleDef_Slot spam_slots[] = {
#ifdef Py_MOD_PER_INTERPRETER_GIL_SUPPORTED
    {Py_mod_multiple_interpreters, Py_MOD_MULTIPLE_INTERPRETERS_SUPPORTED},
#endif
    {0, NULL},
};

static struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT, .m_name = "spam", .m_size = sizeof(spam_state),
    .m_methods = methods,
    .m_slots = spam_slots,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&spam_module);
}
