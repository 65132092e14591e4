/* Later arguments that must not be NULL, and what is released after a call that takes NULL. */
#include "../module.h"

static PyObject *
pack(PyObject *module, PyObject *arg)
{
    PyObject *list = NULL, *result = NULL;
    list = PySequence_List(arg);
    result = PyTuple_Pack(2, arg, list);  // want: access-null-unchecked
    Py_XDECREF(list);
    return result;
}

static PyObject *
store(PyObject *module, PyObject *arg)
{
    PyObject *repr = PyObject_Repr(arg);
    if (PyDict_SetItemString(arg, "repr", repr) < 0) {  // want: access-null-unchecked
        Py_XDECREF(repr);
        return NULL;
    }
    Py_XDECREF(repr);
    Py_RETURN_NONE;
}

#define MAKE(to) (to) = PyList_New(0)

static PyObject *
made_by_macro(PyObject *module, PyObject *arg)
{
    PyObject *list = NULL;
    MAKE(list);
    if (PyList_Append(list, arg) < 0) {  // want: access-null-unchecked
        Py_DECREF(list);
        return NULL;
    }
    return list;
}

static int
add(PyObject *module)
{
    PyObject *base = PyObject_GetAttrString(module, "base");
    PyObject *result = PyObject_CallMethod(base, "register", "O", module);
    Py_DECREF(base);  // want: access-null-unchecked
    Py_XDECREF(result);
    return result == NULL ? -1 : 0;
}

PyMethodDef methods[] = {
    {"pack", pack, METH_O, NULL},
    {"store", store, METH_O, NULL},
    {"made", made_by_macro, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};
PyModuleDef_Slot slots[] = {{Py_mod_exec, add}, INTERPRETERS_SLOT {0, NULL}};
