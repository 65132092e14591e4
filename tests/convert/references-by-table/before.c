/* Who owns what a function of the C API gives, and what it takes. */
#include <Python.h>

static PyObject *first;
static PyObject *cell_value;
static PyObject *version;
static PyObject *pair_member;

static PyObject *
keep_first(PyObject *self, PyObject *sequence)
{
    first = PyStructSequence_GetItem(sequence, 0);
    Py_RETURN_NONE;
}

static PyObject *
keep_defaults(PyObject *self, PyObject *function)
{
    cell_value = PyFunction_GetDefaults(function);
    Py_RETURN_NONE;
}

static PyObject *
make_pair(PyObject *self, PyObject *Py_UNUSED(unused))
{
    PyObject *pair = PyTuple_New(1);
    if (pair == NULL) {
        return NULL;
    }
    PyObject *member = PyLong_FromLong(70000);
    if (member == NULL || PyTuple_SetItem(pair, 0, member) < 0) {
        Py_DECREF(pair);
        return NULL;
    }
    pair_member = member;
    return pair;
}

static PyObject *
show(PyObject *self, PyObject *Py_UNUSED(unused))
{
    return Py_BuildValue("OOOO", first ? first : Py_None,
                         cell_value ? cell_value : Py_None, version,
                         pair_member ? pair_member : Py_None);
}

static PyMethodDef methods[] = {
    {"keep_first", keep_first, METH_O, NULL},
    {"keep_defaults", keep_defaults, METH_O, NULL},
    {"make_pair", make_pair, METH_NOARGS, NULL},
    {"show", show, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT, .m_name = "spam", .m_size = -1, .m_methods = methods,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    PyObject *module = PyModule_Create(&spam_module);
    if (module == NULL) {
        return NULL;
    }
    PyObject *text = PyUnicode_FromString("1.0");
    if (text == NULL || PyModule_AddObjectRef(module, "version", text) < 0) {
        Py_XDECREF(text);
        Py_DECREF(module);
        return NULL;
    }
    version = text;
    return module;
}
