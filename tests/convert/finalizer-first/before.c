/* A finalizer may let the instance be used again, so that the collector must see it until then. */
#include <Python.h>

static PyObject *finalized;

typedef struct {
    PyObject_HEAD
    PyObject *source;
} Gather;

static int
note_end(PyObject *self)
{
    return finalized != NULL ? PyList_Append(finalized, ((Gather *)self)->source) : 0;
}

static void
gather_finalize(PyObject *self)
{
    PyObject *type, *value, *traceback;
    PyErr_Fetch(&type, &value, &traceback);
    if (((Gather *)self)->source != NULL && PyList_Check(((Gather *)self)->source)
        && PyList_Append(((Gather *)self)->source, self) < 0)
    {
        PyErr_WriteUnraisable(self);
    }
    PyErr_Restore(type, value, traceback);
}

static int
gather_traverse(Gather *self, visitproc visit, void *arg)
{
    Py_VISIT(self->source);
    return 0;
}

static void
gather_dealloc(Gather *self)
{
    if (PyObject_CallFinalizerFromDealloc((PyObject *)self) < 0) {
        return;
    }
    PyObject_GC_UnTrack(self);
    Py_CLEAR(self->source);
    Py_TYPE(self)->tp_free((PyObject *)self);
}

static PyTypeObject Gather_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "spam.Gather",
    .tp_basicsize = sizeof(Gather),
    .tp_dealloc = (destructor)gather_dealloc,
    .tp_traverse = (traverseproc)gather_traverse,
    .tp_finalize = gather_finalize,
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC,
};

/* Takes itself apart before it untracks, and asks for the result apart. */
static void
late_dealloc(Gather *self)
{
    int result = PyObject_CallFinalizerFromDealloc((PyObject *)self);
    if (result < 0) {
        return;
    }
    Py_CLEAR(self->source);
    PyObject_GC_UnTrack(self);
    Py_TYPE(self)->tp_free((PyObject *)self);
}

static PyTypeObject Late_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "spam.Late",
    .tp_basicsize = sizeof(Gather),
    .tp_dealloc = (destructor)late_dealloc,
    .tp_traverse = (traverseproc)gather_traverse,
    .tp_finalize = gather_finalize,
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC,
};

/* The collector did not see its instances. */
static void
plain_dealloc(Gather *self)
{
    if (Py_TYPE(self)->tp_finalize != NULL
        && PyObject_CallFinalizerFromDealloc((PyObject *)self) < 0)
    {
        return;
    }
    Py_CLEAR(self->source);
    Py_TYPE(self)->tp_free((PyObject *)self);
}

static PyTypeObject Plain_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "spam.Plain",
    .tp_basicsize = sizeof(Gather),
    .tp_dealloc = (destructor)plain_dealloc,
    .tp_finalize = gather_finalize,
    .tp_flags = Py_TPFLAGS_DEFAULT,
};

static PyObject *
make(PyTypeObject *type, PyObject *source)
{
    Gather *self = (Gather *)type->tp_alloc(type, 0);
    if (self != NULL) {
        Py_INCREF(source);
        self->source = source;
    }
    return (PyObject *)self;
}

static PyObject *
spam_gather(PyObject *self, PyObject *source)
{
    return make(&Gather_Type, source);
}

static PyObject *
spam_late(PyObject *self, PyObject *source)
{
    return make(&Late_Type, source);
}

static PyObject *
spam_plain(PyObject *self, PyObject *source)
{
    return make(&Plain_Type, source);
}

static PyObject *
spam_note(PyObject *self, PyObject *object)
{
    if (Py_TYPE(object) != &Gather_Type) {
        PyErr_SetString(PyExc_TypeError, "a Gather is expected");
        return NULL;
    }
    if (note_end(object) < 0) {
        return NULL;
    }
    Py_RETURN_NONE;
}

static PyMethodDef methods[] = {
    {"gather", spam_gather, METH_O, NULL},
    {"late", spam_late, METH_O, NULL},
    {"plain", spam_plain, METH_O, NULL},
    {"note", spam_note, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT, .m_name = "spam", .m_size = -1, .m_methods = methods,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    PyObject *module;
    if (PyType_Ready(&Gather_Type) < 0 || PyType_Ready(&Late_Type) < 0
        || PyType_Ready(&Plain_Type) < 0)
    {
        return NULL;
    }
    module = PyModule_Create(&definition);
    if (module == NULL) {
        return NULL;
    }
    finalized = PyList_New(0);
    if (finalized == NULL) {
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
