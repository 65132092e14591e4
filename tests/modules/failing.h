/* A right module whose exec function makes two objects and a block and gives them back
 * where it fails; each faulty module that includes it forgets one, with a macro. */
#include "module.h"

static int
fill(PyObject *module, PyObject *error)
{
    PyObject *names = PyList_New(1000);
    if (names == NULL) {
        return -1;
    }
    for (Py_ssize_t i = 0; i < 1000; i++) {
        PyList_SET_ITEM(names, i, Py_BuildValue("i", 1));
    }
    int status = add_reference(module, "names", names);
    Py_DECREF(names);
    return status != 0 ? status : add_reference(module, "Error", error);
}

static int
execute(PyObject *module)
{
    PyObject *error = PyErr_NewException("failing.Error", NULL, NULL);
    if (error == NULL) {
        return -1;
    }
    char *text = PyMem_Malloc(300);
    if (text == NULL) {
        PyErr_NoMemory();
        Py_DECREF(error);
        return -1;
    }
    int status = fill(module, error);
#ifdef FORGETS_THE_BLOCK
    if (status != 0) {
        Py_DECREF(error);
        return -1;
    }
#endif
    PyMem_Free(text);
#ifdef FORGETS_THE_OBJECT
    if (status != 0) {
        return -1;
    }
#endif
    Py_DECREF(error);
    return status;
}
