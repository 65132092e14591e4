/* A type that inherits the traverse function of another one of the module, which does not
 * know of its members. */
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

typedef struct {
    Moon moon;
    PyObject *crater;
} Dusty;

typedef struct {
    Body body;
    PyObject *tail;
} Comet;

typedef struct {
    PyObject *body_type;
} State;

static int
Body_traverse(PyObject *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    Py_VISIT(((Body *)self)->name);
    return 0;
}

static int
Body_clear(PyObject *self)
{
    Py_CLEAR(((Body *)self)->name);
    return 0;
}

static void
Body_dealloc(PyObject *self)
{
    PyTypeObject *type = Py_TYPE(self);
    PyObject_GC_UnTrack(self);
    (void)Body_clear(self);
    type->tp_free(self);
    Py_DECREF(type);
}

static int
Moon_init(Moon *self, PyObject *args, PyObject *kwargs)
{
    (void)kwargs;
    Py_XSETREF(self->planet, Py_NewRef(args));
    return 0;
}

static void
Moon_dealloc(PyObject *self)  // want: gc-member-not-visited
{
    Py_CLEAR(((Moon *)self)->planet);
    Body_dealloc(self);
}

static void
release(Dusty *dusty)
{
    Py_CLEAR(dusty->crater);
}

static PyObject *
Dusty_hit(Dusty *self, PyObject *value)
{
    Py_XSETREF(self->crater, Py_NewRef(value));
    Py_RETURN_NONE;
}

static void
Dusty_dealloc(PyObject *self)  // want: gc-member-not-visited
{
    release((Dusty *)self);
    Moon_dealloc(self);
}

static PyObject *
Comet_burn(Comet *self, PyObject *value)
{
    Py_XSETREF(self->tail, Py_NewRef(value));
    Py_RETURN_NONE;
}

static void
Comet_dealloc(Comet *self)  // want: gc-member-not-visited
{
    Py_CLEAR(self->tail);
    Body_dealloc((PyObject *)self);
}

static PyMethodDef dusty_methods[] = {
    {"hit", (PyCFunction)Dusty_hit, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};
static PyMethodDef comet_methods[] = {
    {"burn", (PyCFunction)Comet_burn, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static PyType_Slot body_slots[] = {
    {Py_tp_traverse, Body_traverse},
    {Py_tp_clear, Body_clear},
    {Py_tp_dealloc, Body_dealloc},
    {0, NULL},
};
static PyType_Slot moon_slots[] = {
    {Py_tp_init, Moon_init}, {Py_tp_dealloc, Moon_dealloc}, {0, NULL},
};
static PyType_Slot dusty_slots[] = {
    {Py_tp_methods, dusty_methods}, {Py_tp_dealloc, Dusty_dealloc}, {0, NULL},
};
static PyType_Slot comet_slots[] = {
    {Py_tp_methods, comet_methods}, {Py_tp_dealloc, Comet_dealloc}, {0, NULL},
};

#define FLAGS (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE | Py_TPFLAGS_IMMUTABLETYPE)
static PyType_Spec body_spec = {  // want-note: change-pickle
    "spam.Body", sizeof(Body), 0, FLAGS | Py_TPFLAGS_HAVE_GC, body_slots,
};
static PyType_Spec moon_spec = {"spam.Moon", sizeof(Moon), 0, FLAGS, moon_slots};
static PyType_Spec dusty_spec = {"spam.Dusty", sizeof(Dusty), 0, FLAGS, dusty_slots};
static PyType_Spec comet_spec = {"spam.Comet", sizeof(Comet), 0, FLAGS, comet_slots};

/* The base is packed here. */
static PyObject *
make_type(PyObject *module, PyType_Spec *spec, PyObject *base)
{
    PyObject *bases = NULL;
    if (base != NULL) {
        bases = PyTuple_Pack(1, base);
        if (bases == NULL) {
            return NULL;
        }
    }
    PyObject *type = PyType_FromModuleAndSpec(module, spec, bases);
    Py_XDECREF(bases);
    return type;
}

int
add_types(PyObject *module, State *state)
{
    state->body_type = PyType_FromModuleAndSpec(module, &body_spec, NULL);
    if (state->body_type == NULL) {
        return -1;
    }
    PyObject *moon = make_type(module, &moon_spec, state->body_type);
    if (moon == NULL) {
        return -1;
    }
    PyObject *dusty = PyType_FromSpecWithBases(&dusty_spec, moon);
    Py_DECREF(moon);
    if (dusty == NULL) {
        return -1;
    }
    Py_DECREF(dusty);
    PyObject *comet = PyType_FromModuleAndSpec(module, &comet_spec, state->body_type);
    if (comet == NULL) {
        return -1;
    }
    Py_DECREF(comet);
    return 0;
}
