/* A tp_dealloc that calls that of a base by its name, and releases its own members first. */
#include "../module.h"

typedef struct {
    PyDictObject dict;
    PyObject *name;
} Map;

typedef struct {
    PyObject_HEAD
    PyObject *name;
} Body;

typedef struct {
    Body body;
    PyObject *planet;
} Moon;

static int
Map_init(Map *self, PyObject *args, PyObject *kwargs)
{
    if (PyDict_Type.tp_init((PyObject *)self, args, kwargs) < 0) {
        return -1;
    }
    if (self->name == NULL) {
        self->name = PyList_New(0);
    }
    return self->name != NULL ? 0 : -1;
}

static void
Map_dealloc(PyObject *self)
{
    PyTypeObject *type = Py_TYPE(self);
    PyObject_GC_UnTrack(self);
    Py_CLEAR(((Map *)self)->name);
    PyDict_Type.tp_dealloc(self);
    Py_DECREF(type);
}

static PyType_Slot map_slots[] = {
    {Py_tp_init, Map_init}, {Py_tp_dealloc, Map_dealloc}, {0, NULL},
};

#define FLAGS (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE)
static PyType_Spec map_spec = {
    "spam.Map", sizeof(Map), 0, FLAGS, map_slots,
};

PyObject *
make_types(PyObject *module)
{
    return PyType_FromModuleAndSpec(module, &map_spec, (PyObject *)&PyDict_Type);
}

/* --- static types ------------------------------------------------------------------------- */

static int
Body_init(Body *self, PyObject *args, PyObject *kwargs)
{
    (void)args;
    (void)kwargs;
    Py_XSETREF(self->name, PyList_New(0));
    return self->name != NULL ? 0 : -1;
}

static void
Body_dealloc(PyObject *self)
{
    Py_CLEAR(((Body *)self)->name);
    Py_TYPE(self)->tp_free(self);
}

static PyTypeObject Body_Type = {  // want: type-static
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "spam.Body",
    .tp_basicsize = sizeof(Body),
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
    .tp_init = (initproc)Body_init,
    .tp_new = PyType_GenericNew,
    .tp_dealloc = Body_dealloc,
};

static int
Moon_init(Moon *self, PyObject *args, PyObject *kwargs)
{
    (void)args;
    (void)kwargs;
    if (self->planet == NULL) {
        self->planet = PyList_New(0);
    }
    return self->planet != NULL ? 0 : -1;
}

static void
Moon_dealloc(PyObject *self)
{
    Py_CLEAR(((Moon *)self)->planet);
    Body_Type.tp_dealloc(self);
}

static PyTypeObject Moon_Type = {  // want: type-static
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "spam.Moon",
    .tp_basicsize = sizeof(Moon),
    .tp_base = &Body_Type,
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_init = (initproc)Moon_init,
    .tp_dealloc = Moon_dealloc,
};

/* Its own tp_dealloc alone. */
static int
Star_init(Moon *self, PyObject *args, PyObject *kwargs)
{
    return Body_init(&self->body, args, kwargs) < 0 ? -1 : Moon_init(self, args, kwargs);
}

static void
Star_dealloc(PyObject *self)
{
    Py_CLEAR(((Moon *)self)->body.name);
    Py_CLEAR(((Moon *)self)->planet);
    Py_TYPE(self)->tp_free(self);
}

static PyTypeObject Star_Type = {  // want: type-static
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "spam.Star",
    .tp_basicsize = sizeof(Moon),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_init = (initproc)Star_init,
    .tp_new = PyType_GenericNew,
    .tp_dealloc = Star_dealloc,
};

int
ready_types(void)
{
    return PyType_Ready(&Body_Type) < 0 || PyType_Ready(&Moon_Type) < 0
           || PyType_Ready(&Star_Type) < 0;
}
