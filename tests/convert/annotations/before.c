/* An attribute `__annotations__` of instances, defined by a base only; and types without a
 * tp_new, with methods and without, which the old pickling protocols refused. */
#include <Python.h>

typedef struct {
    PyObject_HEAD
    PyObject *notes;
} Proxy;

static PyTypeObject Proxy_Type;
static PyTypeObject Special_Type;
static PyTypeObject Bare_Type;

static PyObject *
get_notes(Proxy *self, void *closure)
{
    return Py_NewRef(self->notes != NULL ? self->notes : Py_None);
}

static int
set_notes(Proxy *self, PyObject *value, void *closure)
{
    Py_XINCREF(value);
    Py_XSETREF(self->notes, value);
    return 0;
}

static int
proxy_traverse(Proxy *self, visitproc visit, void *arg)
{
    Py_VISIT(self->notes);
    return 0;
}

static int
proxy_clear(Proxy *self)
{
    Py_CLEAR(self->notes);
    return 0;
}

static void
proxy_dealloc(Proxy *self)
{
    PyObject_GC_UnTrack(self);
    proxy_clear(self);
    Py_TYPE(self)->tp_free((PyObject *)self);
}

static PyGetSetDef proxy_getset[] = {
    {"__annotations__", (getter)get_notes, (setter)set_notes, NULL, NULL},
    {NULL, NULL, NULL, NULL, NULL},
};

static PyObject *
proxy_iter(PyObject *self)
{
    return PyType_GenericAlloc(&Bare_Type, 0);
}

static PyTypeObject Proxy_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "spam.Proxy",
    .tp_basicsize = sizeof(Proxy),
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE | Py_TPFLAGS_HAVE_GC,
    .tp_new = PyType_GenericNew,
    .tp_dealloc = (destructor)proxy_dealloc,
    .tp_traverse = (traverseproc)proxy_traverse,
    .tp_clear = (inquiry)proxy_clear,
    .tp_getset = proxy_getset,
    .tp_iter = proxy_iter,
};

static PyGetSetDef special_getset[] = {
    {"notes", (getter)get_notes, NULL, NULL, NULL},
    {NULL, NULL, NULL, NULL, NULL},
};

static PyTypeObject Special_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "spam.Special",
    .tp_basicsize = sizeof(Proxy),
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE | Py_TPFLAGS_HAVE_GC,
    .tp_base = &Proxy_Type,
    .tp_new = PyType_GenericNew,
    .tp_dealloc = (destructor)proxy_dealloc,
    .tp_traverse = (traverseproc)proxy_traverse,
    .tp_clear = (inquiry)proxy_clear,
    .tp_getset = special_getset,
};

static PyTypeObject Plain_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "spam.Plain",
    .tp_basicsize = sizeof(Proxy),
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC,
    .tp_base = &Special_Type,
    .tp_new = PyType_GenericNew,
    .tp_dealloc = (destructor)proxy_dealloc,
    .tp_traverse = (traverseproc)proxy_traverse,
    .tp_clear = (inquiry)proxy_clear,
};

static PyTypeObject Bare_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "spam.bare",
    .tp_basicsize = sizeof(PyObject),
    .tp_flags = Py_TPFLAGS_DEFAULT,
};

static PyObject *
with_next(PyObject *self, PyObject *unused)
{
    return PyType_GenericAlloc(&Bare_Type, 0);
}

static PyMethodDef with_methods[] = {
    {"next", with_next, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static PyTypeObject With_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "spam.with_methods",
    .tp_basicsize = sizeof(PyObject),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_methods = with_methods,
};

static struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT, .m_name = "spam", .m_size = -1,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    PyObject *m = PyModule_Create(&spam_module);
    if (m == NULL || PyType_Ready(&Bare_Type) < 0 || PyType_Ready(&With_Type) < 0
        || PyModule_AddType(m, &Proxy_Type) < 0
        || PyModule_AddType(m, &Special_Type) < 0
        || PyModule_AddType(m, &Plain_Type) < 0)
    {
        Py_XDECREF(m);
        return NULL;
    }
    return m;
}
