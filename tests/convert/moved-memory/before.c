/* A local points to the struct that holds the objects of the module, and so does the parameter of a
 * helper: what is stored through them gets its reference, and new objects have one. */
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
    struct globals *g = &all;
    g->changes++;
    Py_INCREF(value);
    Py_XSETREF(g->value, value);
    return PyLong_FromLong(g->changes);
}

static void
fill_type(struct globals *g)
{
    g->type = &Spam_type;
}

static int
fill(void)
{
    struct globals *g = &all;
    g->value = Py_None;
    fill_type(g);
    g->log = PyList_New(0);
    return g->log != NULL ? 0 : -1;
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
