/* The struct of the module is a copy of one that has borrowed objects. */
#include <Python.h>

struct globals {
    PyObject *value;
    PyTypeObject *type;
    PyObject *log;
    int changes;
};

static struct globals all;
static PyTypeObject Spam_type;

static PyObject *
set(PyObject *Py_UNUSED(self), PyObject *value)
{
    Py_INCREF(value);
    Py_XSETREF(all.value, value);
    Py_RETURN_NONE;
}

static int
fill(void)
{
    struct globals first = {Py_None, &Spam_type, NULL, 3};
    first.log = PyList_New(0);
    all = first;
    return all.log != NULL ? 0 : -1;
}

static PyTypeObject Spam_type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "spam.Spam",
    .tp_basicsize = sizeof(PyObject),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_new = PyType_GenericNew,
};

static PyObject *
look(PyObject *Py_UNUSED(self), PyObject *Py_UNUSED(ignored))
{
    return Py_BuildValue("OOOi", all.value, all.type, all.log, all.changes);
}

static PyMethodDef methods[] = {
    {"look", look, METH_NOARGS, NULL},
    {"set", set, METH_O, NULL},
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
    if (PyModule_AddType(m, &Spam_type) < 0 || fill() < 0) {
        Py_DECREF(m);
        return NULL;
    }
    return m;
}
