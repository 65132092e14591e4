/* Instances with a dictionary and with weak references. */
#include "../module.h"

struct spam {
    PyObject_HEAD
    PyObject *dict, *weak;
};

static int
spam_traverse(PyObject *self, visitproc visit, void *arg)
{
    Py_VISIT(((struct spam *)self)->dict);
    return 0;
}

static int
spam_clear(PyObject *self)
{
    Py_CLEAR(((struct spam *)self)->dict);
    return 0;
}

static void
spam_dealloc(PyObject *self)
{
    PyObject_GC_UnTrack(self);
    if (((struct spam *)self)->weak != NULL) {
        PyObject_ClearWeakRefs(self);
    }
    (void)spam_clear(self);
    Py_TYPE(self)->tp_free(self);
}

static PyGetSetDef spam_getset[] = {
    {"__dict__", PyObject_GenericGetDict, PyObject_GenericSetDict, NULL, NULL},
    {NULL, NULL, NULL, NULL, NULL},
};

static PyTypeObject Spam_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "pair.Spam",
    .tp_basicsize = sizeof(struct spam),
    .tp_dealloc = spam_dealloc,
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC | Py_TPFLAGS_BASETYPE,
    .tp_traverse = spam_traverse,
    .tp_clear = spam_clear,
    .tp_getset = spam_getset,
    .tp_dictoffset = offsetof(struct spam, dict),
    .tp_weaklistoffset = offsetof(struct spam, weak),
    .tp_new = PyType_GenericNew,
};

static int
fill(PyObject *module)
{
    return add_static(module, "Spam", &Spam_Type);
}
