/* The object behind the pointer may be gone when an instance dies, as m_clear gives it up. */
#include <Python.h>

typedef struct {
    PyObject_HEAD
} Spam;

struct globals {
    PyObject *log;
    PyTypeObject *type;
    int live;
};

static struct globals all;
static struct globals *g = &all;
static PyTypeObject Spam_type;

static PyObject *
Spam_new(PyTypeObject *type, PyObject *args, PyObject *kwargs)
{
    PyObject *self = type->tp_alloc(type, 0);
    if (self != NULL) {
        g->live++;
        if (type == g->type && PyList_Append(g->log, Py_True) < 0) {
            Py_CLEAR(self);
        }
    }
    return self;
}

static void
Spam_dealloc(PyObject *self)
{
    if (PyList_Append(g->log, Py_None) < 0) {
        PyErr_Clear();
    }
    Py_TYPE(self)->tp_free(self);
}

static PyTypeObject Spam_type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "spam.Spam",
    .tp_basicsize = sizeof(Spam),
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
    .tp_new = Spam_new,
    .tp_dealloc = Spam_dealloc,
};

static PyObject *
live(PyObject *Py_UNUSED(self), PyObject *Py_UNUSED(ignored))
{
    return Py_BuildValue("(in)", all.live, PyList_Size(all.log));
}

static PyMethodDef methods[] = {
    {"live", live, METH_NOARGS, NULL},
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
    g->log = PyList_New(0);
    g->type = &Spam_type;
    if (g->log == NULL || PyModule_AddType(m, g->type) < 0) {
        Py_DECREF(m);
        return NULL;
    }
    return m;
}
