/* A number that tells versions apart is taken also when the collector clears an instance. */
#include <Python.h>

/* The number that was given away last. */
static uint64_t last_version = 0;

#define NEXT_VERSION() (++last_version)

typedef struct {
    PyObject_HEAD
    PyObject *item;
    uint64_t version;
} BoxObject;

static void
box_change(BoxObject *self, PyObject *item)
{
    PyObject *old = self->item;
    self->item = item;
    Py_XINCREF(item);
    self->version = NEXT_VERSION();
    Py_XDECREF(old);
}

static int
box_traverse(PyObject *self, visitproc visit, void *arg)
{
    Py_VISIT(((BoxObject *)self)->item);
    return 0;
}

static int
box_clear(PyObject *self)
{
    box_change((BoxObject *)self, NULL);
    return 0;
}

static void
box_dealloc(PyObject *self)
{
    PyObject_GC_UnTrack(self);
    box_clear(self);
    Py_TYPE(self)->tp_free(self);
}

static PyObject *
box_set(PyObject *self, PyObject *item)
{
    box_change((BoxObject *)self, item);
    return PyLong_FromUnsignedLongLong(((BoxObject *)self)->version);
}

static PyMethodDef box_methods[] = {
    {"set", box_set, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static PyTypeObject Box_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "spam.Box",
    .tp_basicsize = sizeof(BoxObject),
    .tp_dealloc = box_dealloc,
    .tp_traverse = box_traverse,
    .tp_clear = box_clear,
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC | Py_TPFLAGS_BASETYPE,
    .tp_methods = box_methods,
    .tp_new = PyType_GenericNew,
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
    if (PyType_Ready(&Box_Type) < 0) {
        Py_DECREF(m);
        return NULL;
    }
    Py_INCREF(&Box_Type);
    if (PyModule_AddObject(m, "Box", (PyObject *)&Box_Type) < 0) {
        Py_DECREF(&Box_Type);
        Py_DECREF(m);
        return NULL;
    }
    return m;
}
