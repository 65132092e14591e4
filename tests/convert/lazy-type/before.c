#include <Python.h>

/* Types that are made ready when they are first needed. */
typedef struct {
    PyObject_HEAD
    int n;
} Thing;

static PyTypeObject Thing_Type;
static PyTypeObject Child_Type;
static PyTypeObject Asked_Type;
static PyTypeObject Flagged_Type;
static PyTypeObject Plain_Type;
static PyTypeObject Part_Type;

static void
Thing_dealloc(Thing *self)
{
    PyObject_Del(self);
}

static PyTypeObject Thing_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "spam.Thing",
    .tp_basicsize = sizeof(Thing),
    .tp_dealloc = (destructor)Thing_dealloc,
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
};

/* Its base is never made ready but by it. */
static PyTypeObject Child_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "spam.Child",
    .tp_basicsize = sizeof(Thing),
    .tp_base = &Thing_Type,
    .tp_flags = Py_TPFLAGS_DEFAULT,
};

static PyTypeObject Asked_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "spam.Asked",
    .tp_basicsize = sizeof(Thing),
    .tp_dealloc = (destructor)Thing_dealloc,
    .tp_flags = Py_TPFLAGS_DEFAULT,
};

static PyTypeObject Flagged_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "spam.Flagged",
    .tp_basicsize = sizeof(Thing),
    .tp_dealloc = (destructor)Thing_dealloc,
    .tp_flags = Py_TPFLAGS_DEFAULT,
};

static PyTypeObject Plain_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "spam.Plain",
    .tp_basicsize = sizeof(Thing),
    .tp_dealloc = (destructor)Thing_dealloc,
    .tp_flags = Py_TPFLAGS_DEFAULT,
};

static PyTypeObject Part_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "spam.Part",
    .tp_basicsize = sizeof(Thing),
    .tp_dealloc = (destructor)Thing_dealloc,
    .tp_flags = Py_TPFLAGS_DEFAULT,
};

static PyObject *
make(PyObject *self, PyObject *unused)
{
    Thing *thing;
    if (PyType_Ready(&Thing_Type) < 0)
        return NULL;
    thing = PyObject_New(Thing, &Thing_Type);
    return (PyObject *)thing;
}

static PyObject *
child(PyObject *self, PyObject *unused)
{
    if (PyType_Ready(&Child_Type)) {
        return NULL;
    }
    return (PyObject *)PyObject_New(Thing, &Child_Type);
}

/* A constructor that knows no module. */
static PyObject *
new_asked(int n)
{
    Thing *thing;
    if (Asked_Type.tp_dict == NULL) {
        if (PyType_Ready(&Asked_Type) < 0)
            return NULL;
    }
    thing = PyObject_New(Thing, &Asked_Type);
    if (thing != NULL)
        thing->n = n;
    return (PyObject *)thing;
}

static PyObject *
asked(PyObject *self, PyObject *unused)
{
    return new_asked(1);
}

static PyObject *
flagged(PyObject *self, PyObject *unused)
{
    static int is_ready = 0;
    if (!(Flagged_Type.tp_flags & Py_TPFLAGS_READY)
        && PyType_Ready(&Flagged_Type) < 0)
        return NULL;
    if (!is_ready) {
        if (PyType_Ready(&Flagged_Type) < 0)
            return NULL;
        is_ready = 1;
    }
    return (PyObject *)PyObject_New(Thing, &Flagged_Type);
}

/* Nothing else needs the state here. */
static PyObject *
prepare(PyObject *self, PyObject *unused)
{
    PyType_Ready(&Plain_Type);
    Py_RETURN_NONE;
}

static PyObject *
plain(PyObject *self, PyObject *unused)
{
    return (PyObject *)PyObject_New(Thing, &Plain_Type);
}

/* A part of something else stays, and succeeds. */
static PyObject *
part(PyObject *self, PyObject *argument)
{
    if (argument == NULL || PyType_Ready(&Part_Type) < 0)
        return NULL;
    return (PyObject *)PyObject_New(Thing, &Part_Type);
}

static PyMethodDef methods[] = {
    {"make", make, METH_NOARGS, NULL},
    {"child", child, METH_NOARGS, NULL},
    {"asked", asked, METH_NOARGS, NULL},
    {"flagged", flagged, METH_NOARGS, NULL},
    {"prepare", prepare, METH_NOARGS, NULL},
    {"plain", plain, METH_NOARGS, NULL},
    {"part", part, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef def = {
    PyModuleDef_HEAD_INIT,
    .m_name = "spam",
    .m_size = -1,
    .m_methods = methods,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModule_Create(&def);
}
