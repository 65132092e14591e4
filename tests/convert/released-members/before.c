/* Members that dealloc releases through a local, a macro or another function, and a size
 * that a macro makes: the traverse functions visit them. */
#include <Python.h>

#define SIZE_OF(name) sizeof(name##Object)
#define OWN ((PlainObject *)op)

typedef struct {
    PyObject_HEAD
    PyObject *first;
    PyObject *second;
    PyObject *third;
} PlainObject;

static void
release_third(PyObject *op)
{
    Py_XDECREF(OWN->third);
}

static void
plain_dealloc(PyObject *op)
{
    PlainObject *self = (PlainObject *)op;
    PyObject *old = self->first;
    self->first = NULL;
    Py_XDECREF(old);
    Py_CLEAR(OWN->second);
    release_third(op);
    Py_TYPE(op)->tp_free(op);
}

static PyTypeObject Plain_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "spam.Plain",
    .tp_basicsize = SIZE_OF(Plain),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_dealloc = plain_dealloc,
    .tp_new = PyType_GenericNew,
};

typedef struct {
    PyObject_HEAD
    PyObject *items[2];
    PyObject *seen;
    PyObject *forgotten;
    PyObject *elsewhere;
} TrackedObject;

static int
tracked_traverse(PyObject *op, visitproc visit, void *arg)
{
    TrackedObject *self = (TrackedObject *)op;
    Py_VISIT(self->seen);
#if PY_VERSION_HEX < 0x03000000
    Py_VISIT(self->elsewhere);
#endif
    return 0;
}

static int
tracked_clear(PyObject *op)
{
    TrackedObject *self = (TrackedObject *)op;
    PyObject *old = self->forgotten;
    self->forgotten = NULL;
    Py_XDECREF(old);
    Py_CLEAR(self->seen);
    Py_CLEAR(self->elsewhere);
    Py_CLEAR(self->items[0]);
    return 0;
}

static void
tracked_dealloc(PyObject *op)
{
    PyObject_GC_UnTrack(op);
    tracked_clear(op);
    Py_TYPE(op)->tp_free(op);
}

static PyTypeObject Tracked_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "spam.Tracked",
    .tp_basicsize = SIZE_OF(Tracked),
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC,
    .tp_traverse = tracked_traverse,
    .tp_clear = tracked_clear,
    .tp_dealloc = tracked_dealloc,
    .tp_new = PyType_GenericNew,
};

static struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT, .m_name = "spam", .m_size = -1,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    PyObject *module = PyModule_Create(&spam_module);
    if (module == NULL) {
        return NULL;
    }
    if (PyModule_AddType(module, &Plain_Type) < 0
        || PyModule_AddType(module, &Tracked_Type) < 0) {
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
