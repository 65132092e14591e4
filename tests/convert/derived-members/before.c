/* Types that derive from others of the module and own more than those: what they would inherit
 * visits only what the base has. */
#include <Python.h>

typedef struct {
    PyObject_HEAD
    PyObject *name;
} Body;

typedef struct {
    PyObject_HEAD
    PyObject *name;
    PyObject *number;
} Satellite;

typedef struct {
    Satellite satellite;
    PyObject *crater;
} Moon;

static void
Body_dealloc(PyObject *self)
{
    Py_XDECREF(((Body *)self)->name);
    Py_TYPE(self)->tp_free(self);
}

static PyObject *
Body_call(PyObject *self, PyObject *args, PyObject *Py_UNUSED(kwargs))
{
    Py_XSETREF(((Body *)self)->name, Py_NewRef(args));
    Py_RETURN_NONE;
}

static PyObject *
Satellite_call(PyObject *self, PyObject *args, PyObject *Py_UNUSED(kwargs))
{
    Py_XSETREF(((Satellite *)self)->number, Py_NewRef(args));
    Py_RETURN_NONE;
}

static void
Satellite_dealloc(PyObject *self)
{
    Satellite *satellite = (Satellite *)self;
    Py_XDECREF(satellite->name);
    Py_XDECREF(satellite->number);
    Py_TYPE(self)->tp_free(self);
}

static PyObject *
Moon_call(Moon *self, PyObject *args, PyObject *Py_UNUSED(kwargs))
{
    Py_XSETREF(self->crater, Py_NewRef(args));
    Py_RETURN_NONE;
}

static void
Moon_dealloc(Moon *self)
{
    Py_XDECREF(self->crater);
    Satellite_dealloc((PyObject *)self);
}

static PyTypeObject Body_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "spam.Body",
    .tp_basicsize = sizeof(Body),
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
    .tp_new = PyType_GenericNew,
    .tp_call = Body_call,
    .tp_dealloc = Body_dealloc,
};

static PyTypeObject Satellite_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "spam.Satellite",
    .tp_base = &Body_Type,
    .tp_basicsize = sizeof(Satellite),
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
    .tp_call = Satellite_call,
    .tp_new = PyType_GenericNew,
    .tp_dealloc = Satellite_dealloc,
};

static PyTypeObject Moon_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "spam.Moon",
    .tp_base = &Satellite_Type,
    .tp_basicsize = sizeof(Moon),
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
    .tp_call = (ternaryfunc)Moon_call,
    .tp_new = PyType_GenericNew,
    .tp_dealloc = (destructor)Moon_dealloc,
};

/* It adds nothing, and inherits all. */
static PyTypeObject Crater_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "spam.Crater",
    .tp_base = &Moon_Type,
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
    .tp_new = PyType_GenericNew,
};

/* --- of a base that is collected ------------------------------------------------------------ */

static int
Orbit_traverse(Body *self, visitproc visit, void *arg)
{
    Py_VISIT(self->name);
    return 0;
}

static int
Orbit_clear(Body *self)
{
    Py_CLEAR(self->name);
    return 0;
}

static void
Orbit_dealloc(Body *self)
{
    PyObject_GC_UnTrack(self);
    (void)Orbit_clear(self);
    Py_TYPE(self)->tp_free((PyObject *)self);
}

static void
Ellipse_dealloc(Satellite *self)
{
    PyObject_GC_UnTrack(self);
    Py_CLEAR(self->number);
    Orbit_dealloc((Body *)self);
}

static PyTypeObject Orbit_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "spam.Orbit",
    .tp_basicsize = sizeof(Body),
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE | Py_TPFLAGS_HAVE_GC,
    .tp_new = PyType_GenericNew,
    .tp_call = Body_call,
    .tp_traverse = (traverseproc)Orbit_traverse,
    .tp_clear = (inquiry)Orbit_clear,
    .tp_dealloc = (destructor)Orbit_dealloc,
};

static PyTypeObject Ellipse_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "spam.Ellipse",
    .tp_base = &Orbit_Type,
    .tp_basicsize = sizeof(Satellite),
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
    .tp_new = PyType_GenericNew,
    .tp_call = Satellite_call,
    .tp_dealloc = (destructor)Ellipse_dealloc,
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
    if (PyModule_AddType(module, &Body_Type) < 0
        || PyModule_AddType(module, &Satellite_Type) < 0
        || PyModule_AddType(module, &Moon_Type) < 0
        || PyModule_AddType(module, &Crater_Type) < 0
        || PyModule_AddType(module, &Orbit_Type) < 0
        || PyModule_AddType(module, &Ellipse_Type) < 0)
    {
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
