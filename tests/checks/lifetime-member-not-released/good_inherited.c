/* Inherited functions that release the members of the derived type, and one that CPython gives. */
#include "../module.h"

#include <structmember.h>

typedef struct {
    PyObject_HEAD
    PyObject *name;
} Body;

typedef struct {
    PyObject_HEAD
    PyObject *name;
    PyObject *planet;
    PyObject *orbit;
} Moon;

static int
Body_traverse(PyObject *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    Py_VISIT(((Body *)self)->name);
    return 0;
}

static void
Body_dealloc(PyObject *self)
{
    PyTypeObject *type = Py_TYPE(self);
    PyObject_GC_UnTrack(self);
    Py_CLEAR(((Body *)self)->name);
    if (type->tp_basicsize >= (Py_ssize_t)sizeof(Moon)) {
        Py_CLEAR(((Moon *)self)->planet);
    }
    type->tp_free(self);
    Py_DECREF(type);
}

static int
Moon_init(Moon *self, PyObject *args, PyObject *kwargs)
{
    (void)kwargs;
    if (self->planet == NULL) {
        self->planet = PyList_New(0);
    }
    if (self->orbit == NULL) {
        self->orbit = PyList_New(0);
    }
    return self->planet != NULL && self->orbit != NULL ? 0 : -1;
}

/* A writable member of T_OBJECT_EX is released by what a collected heap type gets. */
static PyMemberDef members[] = {
    {"orbit", T_OBJECT_EX, offsetof(Moon, orbit), 0, NULL}, {NULL, 0, 0, 0, NULL},
};

static PyType_Slot body_slots[] = {
    {Py_tp_traverse, Body_traverse}, {Py_tp_dealloc, Body_dealloc}, {0, NULL},
};
static PyType_Slot moon_slots[] = {
    {Py_tp_init, Moon_init}, {Py_tp_members, members}, {0, NULL},
};

#define FLAGS (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE | Py_TPFLAGS_IMMUTABLETYPE)
static PyType_Spec body_spec = {  // want-note: change-pickle
    "spam.Body", sizeof(Body), 0, FLAGS | Py_TPFLAGS_HAVE_GC, body_slots,
};
static PyType_Spec moon_spec = {"spam.Moon", sizeof(Moon), 0, FLAGS, moon_slots};

PyObject *
make_types(PyObject *module)
{
    PyObject *body = PyType_FromModuleAndSpec(module, &body_spec, NULL);
    if (body == NULL) {
        return NULL;
    }
    PyObject *moon = PyType_FromModuleAndSpec(module, &moon_spec, body);
    Py_DECREF(body);
    return moon;
}
