/* A header declares types, objects and numbers in lists: what stays of each is written again, and
 * the specs of the types are declared instead. */
#include "types.h"

PyObject *EggError, *nothing[1], *HamError;
int egg_version = 3, egg_limit = 2;

static PyObject *
is_ham(PyObject *self, PyObject *object)
{
    if (object == nothing[0]) {
        PyErr_SetString(HamError, "nothing");
        return NULL;
    }
    return PyBool_FromLong(Py_IS_TYPE(object, &Ham_type));
}

static PyMethodDef methods[] = {
    {"is_ham", is_ham, METH_O, NULL},
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
    PyObject *m = PyModule_Create(&spam_module);
    if (m == NULL) {
        return NULL;
    }
    EggError = PyErr_NewException("spam.EggError", NULL, NULL);
    HamError = PyErr_NewException("spam.HamError", NULL, NULL);
    nothing[0] = PyTuple_New(0);
    if (EggError == NULL || HamError == NULL || nothing[0] == NULL
        || PyModule_AddObjectRef(m, "EggError", EggError) < 0
        || PyModule_AddObjectRef(m, "HamError", HamError) < 0
        || PyModule_AddType(m, &Egg_type) < 0 || PyModule_AddType(m, &Ham_type) < 0)
    {
        Py_DECREF(m);
        return NULL;
    }
    return m;
}
