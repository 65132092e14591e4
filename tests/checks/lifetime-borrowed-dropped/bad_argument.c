#include "../module.h"

/* What Python passes belongs to the caller. */
static PyObject *
releases(PyObject *module, PyObject *arg)
{
    (void)module;
    PyObject *text = PyObject_Str(arg);
    Py_DECREF(arg);  // want: lifetime-borrowed-dropped
    return text;
}

static PyObject *
gives_away(PyObject *module, PyObject *arg)
{
    (void)module;
    PyObject *list = PyList_New(1);
    if (list == NULL) {
        return NULL;
    }
    PyList_SET_ITEM(list, 0, arg);  // want: lifetime-borrowed-dropped
    return list;
}

static PyObject *
releases_parsed(PyObject *module, PyObject *args)
{
    (void)module;
    PyObject *key, *value;
    if (!PyArg_ParseTuple(args, "OO", &key, &value)) {
        return NULL;
    }
    PyObject *dict = PyDict_New();
    if (dict == NULL || PyDict_SetItem(dict, key, value) < 0) {
        Py_XDECREF(dict);
        Py_DECREF(key);  // want: lifetime-borrowed-dropped
        return NULL;
    }
    return dict;
}

static PyMethodDef methods[] = {
    {"releases", releases, METH_O, NULL},
    {"gives_away", gives_away, METH_O, NULL},
    {"releases_parsed", releases_parsed, METH_VARARGS, NULL},
    {NULL, NULL, 0, NULL},
};
static PyModuleDef_Slot slots[] = {
    INTERPRETERS_SLOT
    {0, NULL},
};
struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT, .m_name = "spam", .m_methods = methods, .m_slots = slots,
};
