/* Keeps functions of other modules, which its exec is the first to import; dictionaries
 * that it drops before are what these are made of on Pythons with free lists. */
#include "module.h"

static int
keep(PyObject *module, const char *from, const char *name)
{
    PyObject *other = PyImport_ImportModule(from);
    PyObject *object = other != NULL ? PyObject_GetAttrString(other, name) : NULL;
    Py_XDECREF(other);
    if (object == NULL) {
        return -1;
    }
    int status = add_reference(module, name, object);
    Py_DECREF(object);
    return status;
}

static int
execute(PyObject *module)
{
    PyObject *dropped[40];
    for (size_t i = 0; i < Py_ARRAY_LENGTH(dropped); i++) {
        dropped[i] = PyDict_New();
    }
    for (size_t i = 0; i < Py_ARRAY_LENGTH(dropped); i++) {
        Py_XDECREF(dropped[i]);
    }
    if (PyErr_Occurred() != NULL) {
        return -1;
    }
    return keep(module, "pprint", "pformat") < 0
                   || keep(module, "colorsys", "rgb_to_hsv") < 0
               ? -1
               : 0;
}

MODULE(clean_imports, execute, NULL, OWN_GIL)
