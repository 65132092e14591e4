/* The tp_dealloc of a base that does not know of the members of the derived type. */
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

static void
Body_dealloc(PyObject *self)
{
    PyTypeObject *type = Py_TYPE(self);
    Py_CLEAR(((Body *)self)->name);
    type->tp_free(self);
    Py_DECREF(type);
}

static int
Moon_init(Moon *self, PyObject *args, PyObject *kwargs)
{
    (void)kwargs;
    if (self->planet == NULL) {
        self->planet = PyList_New(0);  // want: lifetime-member-not-released, lifetime-member-not-released
    }
    return self->planet != NULL ? 0 : -1;
}

static PyType_Slot body_slots[] = {{Py_tp_dealloc, Body_dealloc}, {0, NULL}};
static PyType_Slot moon_slots[] = {{Py_tp_init, Moon_init}, {0, NULL}};

#define FLAGS (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE | Py_TPFLAGS_IMMUTABLETYPE)
static PyType_Spec body_spec = {  // want-note: change-pickle, gc-flag-missing
    "spam.Body", sizeof(Body), 0, FLAGS, body_slots,
};
static PyType_Spec moon_spec = {
    "spam.Moon", sizeof(Moon), 0, FLAGS, moon_slots,
};

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

/* --- static types ------------------------------------------------------------------------- */

static void
Star_dealloc(PyObject *self)
{
    Py_CLEAR(((Body *)self)->name);
    Py_TYPE(self)->tp_free(self);
}

static PyTypeObject Star_Type = {  // want: type-static
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "spam.Star",
    .tp_basicsize = sizeof(Body),
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
    .tp_dealloc = Star_dealloc,
};

static PyTypeObject Dwarf_Type = {  // want: type-static
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "spam.Dwarf",
    .tp_basicsize = sizeof(Moon),
    .tp_base = &Star_Type,
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_init = (initproc)Moon_init,
};

int
ready_types(void)
{
    return PyType_Ready(&Star_Type) < 0 || PyType_Ready(&Dwarf_Type) < 0;
}
