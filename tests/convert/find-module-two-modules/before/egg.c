/* A module that asks for itself in a macro.  Its definition has the name of the other module's. */
#include <Python.h>

typedef struct {
    PyObject *error;
} egg_state;

static struct PyModuleDef definition;

#define STATE ((egg_state *)PyModule_GetState(PyState_FindModule(&definition)))

static PyObject *
egg_fail(PyObject *self, PyObject *ignored)
{
    PyErr_SetString(STATE->error, "failed");
    return NULL;
}

static PyMethodDef methods[] = {
    {"fail", egg_fail, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static int
egg_traverse(PyObject *module, visitproc visit, void *arg)
{
    Py_VISIT(((egg_state *)PyModule_GetState(module))->error);
    return 0;
}

static int
egg_clear(PyObject *module)
{
    Py_CLEAR(((egg_state *)PyModule_GetState(module))->error);
    return 0;
}

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT, .m_name = "egg", .m_size = sizeof(egg_state),
    .m_methods = methods, .m_traverse = egg_traverse, .m_clear = egg_clear,
};

PyMODINIT_FUNC
PyInit_egg(void)
{
    PyObject *module = PyModule_Create(&definition);
    if (module == NULL) {
        return NULL;
    }
    STATE->error = PyErr_NewException("egg.Error", NULL, NULL);
    if (STATE->error == NULL) {
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
