#include <Python.h>

static PyObject *spam_key, *spam_pair[2];
static struct {
    PyObject *value;
    Py_ssize_t place;
} spam_walk;

static PyObject *
first(PyObject *module, PyObject *dict)
{
    if (!PyDict_Check(dict)) {
        PyErr_SetString(PyExc_TypeError, "no dictionary");
        return NULL;
    }
    spam_walk.place = 0;
    if (!PyDict_Next(dict, &spam_walk.place, &spam_key, &spam_walk.value)) {
        Py_RETURN_NONE;
    }
    return PyTuple_Pack(2, spam_key, spam_walk.value);
}

static PyObject *
pair(PyObject *module, PyObject *args)
{
    if (!PyArg_ParseTuple(args, "OO", &spam_pair[0], &spam_pair[1])) {
        return NULL;
    }
    return PyTuple_Pack(2, spam_pair[0], spam_pair[1]);
}

static PyMethodDef spam_methods[] = {
    {"first", first, METH_O, NULL},
    {"pair", pair, METH_VARARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef spammodule = {
    PyModuleDef_HEAD_INIT,
    .m_name = "spam",
    .m_size = -1,
    .m_methods = spam_methods,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModule_Create(&spammodule);
}
