/* A dealloc function that takes the instance apart before it untracks it. */
#include <Python.h>

typedef struct {
    PyObject_HEAD
    PyObject *first;
    PyObject *second;
} Pair;

static void
pair_dealloc(Pair *self)
{
    Py_XDECREF(self->first);

    PyObject_GC_UnTrack(self);
    Py_XDECREF(self->second);
    PyObject_GC_Del(self);
}

static int
pair_traverse(Pair *self, visitproc visit, void *arg)
{
    Py_VISIT(self->first);
    Py_VISIT(self->second);
    return 0;
}

static PyTypeObject Pair_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "spam.Pair",
    .tp_basicsize = sizeof(Pair),
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC,
    .tp_new = PyType_GenericNew,
    .tp_dealloc = (destructor)pair_dealloc,
    .tp_traverse = (traverseproc)pair_traverse,
};

static struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT, .m_name = "spam", .m_size = -1,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    PyObject *m = PyModule_Create(&spam_module);
    if (m == NULL || PyModule_AddType(m, &Pair_Type) < 0) {
        Py_XDECREF(m);
        return NULL;
    }
    return m;
}
