#include <Python.h>

/* Classes that are made at run time get a tp_dealloc that ends their instances as those of heap
 * types: of which type they are does not matter. */
typedef struct {
    PyObject_HEAD
    PyObject *value;
} Thing;

static void
Thing_dealloc(PyObject *self)
{
    PyObject_GC_UnTrack(self);
    Py_CLEAR(((Thing *)self)->value);
    Py_TYPE(self)->tp_free(self);
}

static int
Thing_traverse(PyObject *self, visitproc visit, void *arg)
{
    Py_VISIT(((Thing *)self)->value);
    return 0;
}

static int
Thing_clear(PyObject *self)
{
    Py_CLEAR(((Thing *)self)->value);
    return 0;
}

static PyObject *
Thing_new(PyTypeObject *type, PyObject *args, PyObject *kwargs)
{
    Thing *self = (Thing *)type->tp_alloc(type, 0);
    if (self != NULL) {
        self->value = PyLong_FromLong(1234567);
    }
    return (PyObject *)self;
}

static PyTypeObject Thing_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "spam.Thing",
    .tp_basicsize = sizeof(Thing),
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE | Py_TPFLAGS_HAVE_GC,
    .tp_dealloc = Thing_dealloc,
    .tp_traverse = Thing_traverse,
    .tp_clear = Thing_clear,
    .tp_new = Thing_new,
};

static void
made_dealloc(PyObject *self)
{
    PyTypeObject *type = Py_TYPE(self);
    PyObject_GC_UnTrack(self);
    Py_CLEAR(((Thing *)self)->value);
    type->tp_free(self);
    /* Instances of classes own these. */
    Py_DECREF(type);
}

static PyObject *
make_class(PyObject *self, PyObject *name)
{
    PyObject *made = PyObject_CallFunction((PyObject *)&PyType_Type, "O(O){s()}", name,
                                           (PyObject *)&Thing_Type, "__slots__");
    if (made != NULL) {
        ((PyTypeObject *)made)->tp_dealloc = made_dealloc;
    }
    return made;
}

static PyMethodDef methods[] = {
    {"make_class", make_class, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT, .m_name = "spam", .m_size = -1, .m_methods = methods,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    PyObject *m = PyModule_Create(&spam_module);
    if (m == NULL || PyModule_AddType(m, &Thing_Type) < 0) {
        Py_XDECREF(m);
        return NULL;
    }
    return m;
}
