/* A table has the addresses of the objects that the initialisation stores in a loop, borrowed: it
 * moves with them, and they get their references. */
#include <Python.h>

struct globals {
    PyObject *value;
    PyTypeObject *type;
    PyObject *log;
    int changes;
};

static struct globals all;
static PyTypeObject Spam_type;

static struct {
    PyObject **place;
    PyTypeObject *type;
} types[] = {
    {&all.value, &Spam_type},
    {&all.log, &PyList_Type},
};

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
    for (size_t i = 0; i < Py_ARRAY_LENGTH(types); i++) {
        *types[i].place = (PyObject *)types[i].type;
    }
    return 0;
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
    return Py_BuildValue("OOi", all.value, all.log, all.changes);
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
