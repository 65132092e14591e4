/* The module's dictionary gets the only reference of a local: a macro calls PyModule_AddObject, or
 * a function of the module does.  What the static gets is borrowed then, and a field needs a
 * reference; where the macro takes one before, it does not. */
#include <Python.h>

static PyObject *passed, *made, *helped, *counted;

/* The local is an argument. */
#define PASS(module, name, object) \
    if (PyModule_AddObject(module, name, object) < 0) { \
        return NULL; \
    }

/* The local is the macro's own. */
#define MAKE(module, name) \
    PyObject *name = PyErr_NewException("spam." #name, NULL, NULL); \
    if (name == NULL || PyModule_AddObject(module, #name, name) < 0) { \
        return NULL; \
    }

#define COUNT(module, name, object) \
    Py_INCREF(object); \
    if (PyModule_AddObject(module, name, object) < 0) { \
        return NULL; \
    }

static int
add(PyObject *module, const char *name, PyObject *object)
{
    if (object == NULL) {
        return -1;
    }
    return PyModule_AddObject(module, name, object);
}

static PyObject *
fail(PyObject *self, PyObject *number)
{
    switch (PyLong_AsLong(number)) {
    case 1:
        PyErr_SetString(passed, "one");
        break;
    case 2:
        PyErr_SetString(made, "two");
        break;
    case 3:
        PyErr_SetString(helped, "three");
        break;
    default:
        PyErr_SetString(counted, "more");
    }
    return NULL;
}

static PyMethodDef methods[] = {
    {"fail", fail, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "spam",
    .m_size = -1,
    .m_methods = methods,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    PyObject *module = PyModule_Create(&spam_module);
    if (module == NULL) {
        return NULL;
    }
    PyObject *first = PyErr_NewException("spam.First", NULL, NULL);
    if (first == NULL) {
        return NULL;
    }
    PASS(module, "First", first)
    passed = first;
    MAKE(module, Second)
    made = Second;
    PyObject *third = PyErr_NewException("spam.Third", NULL, NULL);
    if (add(module, "Third", third) < 0) {
        return NULL;
    }
    helped = third;
    PyObject *fourth = PyErr_NewException("spam.Fourth", NULL, NULL);
    if (fourth == NULL) {
        return NULL;
    }
    COUNT(module, "Fourth", fourth)
    counted = fourth;
    return module;
}
