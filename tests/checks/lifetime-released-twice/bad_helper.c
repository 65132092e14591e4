#include "../module.h"

/* A helper may take over one reference of its caller, not two. */
static int
add(PyObject *module, const char *name, PyObject *value)
{
    int result = PyModule_AddObject(module, name, value);
    if (result == 0) {
        Py_DECREF(value);  // want: lifetime-released-twice
    }
    return result;
}

/* Nothing is known of the function but that it gives one reference, or none. */
PyObject *make_number(long value);

static PyObject *
listed(PyObject *module, PyObject *Py_UNUSED(ignored))
{
    (void)module;
    PyObject *list = PyList_New(1);
    if (list == NULL) {
        return NULL;
    }
    PyObject *number = make_number(3);
    if (number == NULL) {
        Py_DECREF(list);
        return NULL;
    }
    PyList_SET_ITEM(list, 0, number);
    Py_DECREF(number);  // want: lifetime-released-twice
    return list;
}

static int
spam_exec(PyObject *module)
{
    return add(module, "flag", Py_NewRef(Py_True));
}

static PyMethodDef methods[] = {
    {"listed", listed, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};
static PyModuleDef_Slot slots[] = {
    {Py_mod_exec, spam_exec},
    INTERPRETERS_SLOT
    {0, NULL},
};
struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT, .m_name = "spam", .m_methods = methods, .m_slots = slots,
};
