/* Own and foreign bases; dealloc and traverse that go on to the base's. */
#include <Python.h>

typedef struct {
    PyObject_HEAD
    PyObject *value;
} Spam;

typedef struct {
    Spam spam;
    PyObject *more;
} Egg;

static PyTypeObject Spam_Type;

static int
spam_traverse(Spam *self, visitproc visit, void *arg)
{
    Py_VISIT(self->value);
    return 0;
}

static int
spam_clear(Spam *self)
{
    Py_CLEAR(self->value);
    return 0;
}

static void
spam_dealloc(Spam *self)
{
    PyObject_GC_UnTrack(self);
    spam_clear(self);
    Py_TYPE(self)->tp_free((PyObject *)self);
}

static int
egg_traverse(Egg *self, visitproc visit, void *arg)
{
    Py_VISIT(self->more);
    return spam_traverse(&self->spam, visit, arg);
}

static void
egg_dealloc(Egg *self)
{
    PyObject_GC_UnTrack(self);
    Py_CLEAR(self->more);
    spam_dealloc(&self->spam);
}

static PyObject *
egg_is_spam(PyObject *self, PyObject *arg)
{
    return PyBool_FromLong(PyObject_TypeCheck(arg, &Spam_Type));
}

static PyMethodDef egg_methods[] = {
    {"is_spam", egg_is_spam, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static PyTypeObject Spam_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "spam.Spam",
    .tp_basicsize = sizeof(Spam),
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE | Py_TPFLAGS_HAVE_GC,
    .tp_dealloc = (destructor)spam_dealloc,
    .tp_traverse = (traverseproc)spam_traverse,
    .tp_clear = (inquiry)spam_clear,
    .tp_new = PyType_GenericNew,
};

static PyTypeObject Egg_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "spam.Egg",
    .tp_basicsize = sizeof(Egg),
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC,
    .tp_dealloc = (destructor)egg_dealloc,
    .tp_traverse = (traverseproc)egg_traverse,
    .tp_clear = (inquiry)spam_clear,
    .tp_methods = egg_methods,
    .tp_base = &Spam_Type,
};

static PyTypeObject Error_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "spam.Error",
    .tp_basicsize = sizeof(PyBaseExceptionObject),
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
};

static struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT, .m_name = "spam", .m_size = -1,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    PyObject *m = PyModule_Create(&spam_module);
    if (m == NULL) {
        return NULL;
    }
    if (PyType_Ready(&Spam_Type) < 0) {
        Py_DECREF(m);
        return NULL;
    }
    if (PyType_Ready(&Egg_Type) < 0) {
        Py_DECREF(m);
        return NULL;
    }
    Error_Type.tp_base = (PyTypeObject *)PyExc_Exception;
    if (PyType_Ready(&Error_Type) < 0) {
        Py_DECREF(m);
        return NULL;
    }
    return m;
}
