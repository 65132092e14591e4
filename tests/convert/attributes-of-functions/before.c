/* Attributes of functions that say nothing of who calls them, and words of other meaning. */
#include <Python.h>

#define COLD __attribute__((cold, noinline))

struct destructor {
    long constructor;
};

static struct destructor latest = {3};
static PyObject *names;

COLD static long
bump(struct destructor *constructor)
{
    return ++constructor->constructor + latest.constructor;
}

__attribute__((unused, visibility("hidden"))) static long
alias(void)
{
    return latest.constructor;
}

static PyObject *
put(PyObject *module, PyObject *value)
{
    if (names == NULL && (names = PyList_New(0)) == NULL) {
        return NULL;
    }
    if (PyList_Append(names, value) < 0) {
        return NULL;
    }
    return PyLong_FromLong(bump(&latest) + alias());
}

static PyMethodDef methods[] = {
    {"put", put, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef module = {
    PyModuleDef_HEAD_INIT, .m_name = "spam", .m_size = -1, .m_methods = methods,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModule_Create(&module);
}
