/* Slots of a base that are found through tp_base, and of a base that has none of its own. */
#include <Python.h>

typedef struct {
    PyObject_HEAD
    int size;
} Shape;

typedef struct {
    Shape shape;
    PyObject *name;
} Square;

typedef struct {
    Square square;
    PyObject *more;
} Colored;

static PyTypeObject Shape_Type, Square_Type;

static PyTypeObject Shape_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "spam.Shape",
    .tp_basicsize = sizeof(Shape),
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
    .tp_new = PyType_GenericNew,
};

static int
square_init(Square *self, PyObject *args, PyObject *kwargs)
{
    PyObject *name;
    if (!PyArg_ParseTuple(args, "O:Square", &name)) {
        return -1;
    }
    Py_INCREF(name);
    Py_XSETREF(self->name, name);
    return 0;
}

static int
square_traverse(Square *self, visitproc visit, void *arg)
{
    Py_VISIT(self->name);
    return 0;
}

static int
square_clear(Square *self)
{
    Py_CLEAR(self->name);
    return 0;
}

static void
square_dealloc(Square *self)
{
    PyObject_GC_UnTrack(self);
    Py_XDECREF(self->name);
    Shape_Type.tp_dealloc((PyObject *)self);
}

static PyTypeObject Square_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "spam.Square",
    .tp_basicsize = sizeof(Square),
    .tp_dealloc = (destructor)square_dealloc,
    .tp_traverse = (traverseproc)square_traverse,
    .tp_clear = (inquiry)square_clear,
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE | Py_TPFLAGS_HAVE_GC,
    .tp_base = &Shape_Type,
    .tp_init = (initproc)square_init,
};

static int
colored_traverse(Colored *self, visitproc visit, void *arg)
{
    Py_VISIT(self->more);
    return Py_TYPE(self)->tp_base->tp_traverse((PyObject *)self, visit, arg);
}

static int
colored_clear(Colored *self)
{
    PyTypeObject *base = Py_TYPE(self)->tp_base;
    Py_CLEAR(self->more);
    return base->tp_clear((PyObject *)self);
}

static void
colored_dealloc(Colored *self)
{
    PyTypeObject *base = Py_TYPE(self)->tp_base;
    PyObject_GC_UnTrack(self);
    Py_XDECREF(self->more);
    base->tp_dealloc((PyObject *)self);
}

static int
colored_init(Colored *self, PyObject *args, PyObject *kwargs)
{
    if (Py_TYPE(self)->tp_base->tp_init((PyObject *)self, args, kwargs) < 0) {
        return -1;
    }
    Py_XSETREF(self->more, Py_NewRef(self->square.name));
    return 0;
}

static PyTypeObject Colored_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "spam.Colored",
    .tp_basicsize = sizeof(Colored),
    .tp_dealloc = (destructor)colored_dealloc,
    .tp_traverse = (traverseproc)colored_traverse,
    .tp_clear = (inquiry)colored_clear,
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC,
    .tp_base = &Square_Type,
    .tp_init = (initproc)colored_init,
};

static struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "spam",
    .m_size = -1,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    if (PyType_Ready(&Shape_Type) < 0 || PyType_Ready(&Square_Type) < 0
        || PyType_Ready(&Colored_Type) < 0)
    {
        return NULL;
    }
    PyObject *m = PyModule_Create(&spam_module);
    if (m == NULL) {
        return NULL;
    }
    if (PyModule_AddType(m, &Shape_Type) < 0 || PyModule_AddType(m, &Square_Type) < 0
        || PyModule_AddType(m, &Colored_Type) < 0)
    {
        Py_DECREF(m);
        return NULL;
    }
    return m;
}
