/* An assertion beside a counter in tp_dealloc: it is left out with the counter when the
 * state is gone. */
#include <Python.h>

typedef struct {
    PyObject_HEAD
    PyObject *value;
} Thing;

static PyObject *marker;
static int n_alive;

static void
thing_dealloc(Thing *self)
{
    Py_XDECREF(self->value);
    assert(marker != NULL);
    n_alive--;
    Py_TYPE(self)->tp_free((PyObject *)self);
}

static PyObject *
thing_new(PyTypeObject *type, PyObject *args, PyObject *kwargs)
{
    Thing *self = (Thing *)PyType_GenericNew(type, args, kwargs);
    if (self != NULL) {
        n_alive++;
        self->value = marker;
        Py_INCREF(marker);
    }
    return (PyObject *)self;
}

static PyTypeObject Thing_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "spam.Thing",
    .tp_basicsize = sizeof(Thing),
    .tp_dealloc = (destructor)thing_dealloc,
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_new = thing_new,
};

static PyObject *
spam_alive(PyObject *self, PyObject *unused)
{
    return PyLong_FromLong(n_alive);
}

static PyMethodDef spam_methods[] = {
    {"alive", spam_alive, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "spam",
    .m_size = -1,
    .m_methods = spam_methods,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    PyObject *m = PyModule_Create(&spam_module);
    if (m == NULL) {
        return NULL;
    }
    marker = PyList_New(0);
    if (marker == NULL || PyModule_AddType(m, &Thing_Type) < 0) {
        Py_DECREF(m);
        return NULL;
    }
    return m;
}
