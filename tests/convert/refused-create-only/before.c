/* The module object is made by a function of a slot, which checks no result, and no function runs
 * behind it. */
#include <Python.h>

static int n_made;

static PyObject *
create(PyObject *spec, PyModuleDef *definition)
{
    PyObject *name = PyObject_GetAttrString(spec, "name");
    if (name == NULL) {
        return NULL;
    }
    PyObject *module = PyModule_NewObject(name);
    Py_DECREF(name);
    if (module != NULL) {
        PyModule_AddIntConstant(module, "number", ++n_made);
    }
    return module;
}

static PyModuleDef_Slot slots[] = {
    {Py_mod_create, create},
    {0, NULL},
};

static struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT, "spam", NULL, 0, NULL, slots,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&spam_module);
}
