/* Instances that hold no Python object, of types without subclasses: no collector, no
 * search for the state. What the module keeps itself needs the collector, and so does
 * what holds objects. */
#include <Python.h>

typedef struct {
    PyObject_HEAD
    double x, y;
    char *name;
} Point;

typedef struct {
    PyObject_HEAD
    PyObject *owner;
} Mark;

static PyTypeObject Point_Type;
static PyTypeObject Mark_Type;

static void
point_dealloc(Point *self)
{
    PyMem_Free(self->name);
    PyObject_Del(self);
}

static PyObject *
point_copy(Point *self, PyObject *unused)
{
    Point *copy = PyObject_New(Point, &Point_Type);
    if (copy == NULL) {
        return NULL;
    }
    copy->x = self->x;
    copy->y = self->y;
    copy->name = NULL;
    return (PyObject *)copy;
}

static PyMethodDef point_methods[] = {
    {"copy", (PyCFunction)point_copy, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static PyObject *
point_new(PyTypeObject *type, PyObject *args, PyObject *kwargs)
{
    Point *made = PyObject_New(Point, type);
    if (made == NULL) {
        return NULL;
    }
    made->x = made->y = 0;
    made->name = NULL;
    return (PyObject *)made;
}

static PyObject *
point_compare(PyObject *self, PyObject *other, int op)
{
    if (Py_TYPE(other) != &Point_Type || op != Py_EQ) {
        Py_RETURN_NOTIMPLEMENTED;
    }
    return PyBool_FromLong(((Point *)self)->x == ((Point *)other)->x);
}

static PyTypeObject Point_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "spam.Point",
    .tp_basicsize = sizeof(Point),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_new = point_new,
    .tp_dealloc = (destructor)point_dealloc,
    .tp_methods = point_methods,
    .tp_richcompare = point_compare,
};

static void
mark_dealloc(Mark *self)
{
    Py_XDECREF(self->owner);
    PyObject_Del(self);
}

static PyTypeObject Mark_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "spam.Mark",
    .tp_basicsize = sizeof(Mark),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_dealloc = (destructor)mark_dealloc,
};

typedef struct {
    PyObject_HEAD
    int number;
} Count;

static PyTypeObject Count_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "spam.Count",
    .tp_basicsize = sizeof(Count),
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
    .tp_new = PyType_GenericNew,
};

static PyObject *
mark(PyObject *module, PyObject *owner)
{
    Mark *made = PyObject_New(Mark, &Mark_Type);
    if (made == NULL) {
        return NULL;
    }
    Py_INCREF(owner);
    made->owner = owner;
    return (PyObject *)made;
}

static PyMethodDef methods[] = {
    {"mark", mark, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT, .m_name = "spam", .m_size = -1, .m_methods = methods,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    PyObject *m = PyModule_Create(&spam_module);
    if (m == NULL || PyType_Ready(&Mark_Type) < 0
        || PyModule_AddType(m, &Point_Type) < 0 || PyModule_AddType(m, &Count_Type) < 0)
    {
        Py_XDECREF(m);
        return NULL;
    }
    return m;
}
