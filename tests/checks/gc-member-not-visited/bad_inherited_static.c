/* The same with static types; the base is given in the definition, or at run time. */
#include "../module.h"

typedef struct {
    PyObject_HEAD
    PyObject *name;
} Body;

typedef struct {
    PyObject_HEAD
    PyObject *name;
    PyObject *planet;
} Moon;

static int
Body_traverse(Body *self, visitproc visit, void *arg)
{
    Py_VISIT(self->name);
    return 0;
}

static void
Body_dealloc(Body *self)
{
    PyObject_GC_UnTrack(self);
    Py_XDECREF(self->name);
    Py_TYPE(self)->tp_free(self);
}

static int
Moon_init(Moon *self, PyObject *args, PyObject *kwargs)
{
    (void)kwargs;
    Py_XSETREF(self->planet, Py_NewRef(args));
    return 0;
}

static void
Moon_dealloc(Moon *self)  // want: gc-member-not-visited, gc-member-not-visited
{
    Py_CLEAR(self->planet);
    Body_dealloc((Body *)self);
}

static PyTypeObject Body_Type = {  // want: type-static
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "spam.Body",
    .tp_basicsize = sizeof(Body),
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE | Py_TPFLAGS_HAVE_GC,
    .tp_traverse = (traverseproc)Body_traverse,
    .tp_dealloc = (destructor)Body_dealloc,
};

static PyTypeObject Moon_Type = {  // want: type-static
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "spam.Moon",
    .tp_basicsize = sizeof(Moon),
    .tp_base = &Body_Type,
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_init = (initproc)Moon_init,
    .tp_dealloc = (destructor)Moon_dealloc,
};

static PyTypeObject Late_Type = {  // want: type-static
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "spam.Late",
    .tp_basicsize = sizeof(Moon),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_init = (initproc)Moon_init,
    .tp_dealloc = (destructor)Moon_dealloc,
};

int
ready_types(void)
{
    Late_Type.tp_base = &Body_Type;
    return PyType_Ready(&Body_Type) < 0 || PyType_Ready(&Moon_Type) < 0
           || PyType_Ready(&Late_Type) < 0;
}
