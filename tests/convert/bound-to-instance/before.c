#include <Python.h>

typedef struct {
    PyObject_HEAD
    long n_calls;
} TracerObject;

static PyObject *TracerError;

/* Bound to the tracer that it is called for. */
static PyObject *
on_call(PyObject *self, PyObject *event)
{
    TracerObject *tracer = (TracerObject *)self;
    if (event == Py_None) {
        PyErr_SetString(TracerError, "no event");
        return NULL;
    }
    return PyLong_FromLong(++tracer->n_calls);
}

static PyMethodDef callback = {"on_call", on_call, METH_O, "Counts."};

static PyObject *
tracer_hook(TracerObject *self, PyObject *Py_UNUSED(unused))
{
    return PyCFunction_New(&callback, (PyObject *)self);
}

static PyMethodDef tracer_methods[] = {
    {"hook", (PyCFunction)tracer_hook, METH_NOARGS, "What counts calls."},
    {NULL, NULL, 0, NULL},
};

static PyTypeObject Tracer_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "spam.Tracer",
    .tp_basicsize = sizeof(TracerObject),
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
    .tp_methods = tracer_methods,
    .tp_new = PyType_GenericNew,
};

static struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "spam",
    .m_size = -1,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    if (PyType_Ready(&Tracer_Type) < 0) {
        return NULL;
    }
    TracerError = PyErr_NewException("spam.TracerError", NULL, NULL);
    if (TracerError == NULL) {
        return NULL;
    }
    PyObject *m = PyModule_Create(&spam_module);
    if (m == NULL) {
        return NULL;
    }
    Py_INCREF(&Tracer_Type);
    if (PyModule_AddObject(m, "Tracer", (PyObject *)&Tracer_Type) < 0) {
        Py_DECREF(&Tracer_Type);
        Py_DECREF(m);
        return NULL;
    }
    return m;
}
