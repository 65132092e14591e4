/* Types that inherit the traverse function of another one of the module, which knows of all
 * that they own, or may. */
#include "../module.h"

typedef struct {
    PyObject_HEAD
    PyObject *name;
    void *more;
} Body;

typedef struct {
    PyObject_HEAD
    PyObject *title; /* the name */
    void *more;
    PyObject *planet;
    PyObject *label;
} Moon;

static PyTypeObject Moon_Type;

/* It knows the members of the derived type. */
static int
Body_traverse(PyObject *self, visitproc visit, void *arg)
{
    Py_VISIT(((Body *)self)->name);
    if (PyObject_TypeCheck(self, &Moon_Type)) {
        Py_VISIT(((Moon *)self)->planet);
    }
    return 0;
}

static void
Body_dealloc(PyObject *self)
{
    PyObject_GC_UnTrack(self);
    Py_CLEAR(((Body *)self)->name);
    Py_TYPE(self)->tp_free(self);
}

static int
Moon_init(Moon *self, PyObject *args, PyObject *kwargs)
{
    (void)kwargs;
    Py_XSETREF(self->title, Py_NewRef(args));
    Py_XSETREF(self->planet, Py_NewRef(args));
    Py_XSETREF(self->label, PyUnicode_FromString("moon"));
    return self->label != NULL ? 0 : -1;
}

/* A label is in no cycle, and the title is the base's own. */
static void
Moon_dealloc(PyObject *self)
{
    PyObject_GC_UnTrack(self);
    Py_CLEAR(((Moon *)self)->title);
    Py_CLEAR(((Moon *)self)->planet);
    Py_CLEAR(((Moon *)self)->label);
    Py_TYPE(self)->tp_free(self);
}

static PyTypeObject Body_Type = {  // want: type-static
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "spam.Body",
    .tp_basicsize = sizeof(Body),
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE | Py_TPFLAGS_HAVE_GC,
    .tp_traverse = Body_traverse,
    .tp_dealloc = Body_dealloc,
};

static PyTypeObject Moon_Type = {  // want: type-static
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "spam.Moon",
    .tp_basicsize = sizeof(Moon),
    .tp_base = &Body_Type,
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_init = (initproc)Moon_init,
    .tp_dealloc = Moon_dealloc,
};

/* --- the rest is found at run time, or there is a function of its own --------------------- */

typedef struct {
    PyObject_HEAD
    traverseproc inner;
} Open;

typedef struct {
    Open open;
    PyObject *content;
} Box;

static int
Open_traverse(PyObject *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    return ((Open *)self)->inner != NULL ? ((Open *)self)->inner(self, visit, arg) : 0;
}

static int
Box_traverse(PyObject *self, visitproc visit, void *arg)
{
    Py_VISIT(((Box *)self)->content);
    return Open_traverse(self, visit, arg);
}

static void
Open_dealloc(PyObject *self)
{
    PyTypeObject *type = Py_TYPE(self);
    PyObject_GC_UnTrack(self);
    type->tp_free(self);
    Py_DECREF(type);
}

static int
Box_init(Box *self, PyObject *args, PyObject *kwargs)
{
    (void)kwargs;
    Py_XSETREF(self->content, Py_NewRef(args));
    return 0;
}

static void
Box_dealloc(PyObject *self)
{
    PyObject_GC_UnTrack(self);
    Py_CLEAR(((Box *)self)->content);
    Open_dealloc(self);
}

static PyType_Slot open_slots[] = {
    {Py_tp_traverse, Open_traverse}, {Py_tp_dealloc, Open_dealloc}, {0, NULL},
};
static PyType_Slot box_slots[] = {
    {Py_tp_init, Box_init}, {Py_tp_dealloc, Box_dealloc}, {0, NULL},
};
static PyType_Slot own_slots[] = {
    {Py_tp_init, Box_init},
    {Py_tp_traverse, Box_traverse},
    {Py_tp_dealloc, Box_dealloc},
    {0, NULL},
};

#define FLAGS (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE | Py_TPFLAGS_IMMUTABLETYPE)
static PyType_Spec open_spec = {  // want-note: change-pickle
    "spam.Open", sizeof(Open), 0, FLAGS | Py_TPFLAGS_HAVE_GC, open_slots,
};
static PyType_Spec box_spec = {"spam.Box", sizeof(Box), 0, FLAGS, box_slots};
static PyType_Spec own_spec = {
    "spam.Own", sizeof(Box), 0, FLAGS | Py_TPFLAGS_HAVE_GC, own_slots,
};

PyObject *
make_types(PyObject *module)
{
    PyObject *open = PyType_FromModuleAndSpec(module, &open_spec, NULL);
    PyObject *box = open ? PyType_FromModuleAndSpec(module, &box_spec, open) : NULL;
    PyObject *own = open ? PyType_FromModuleAndSpec(module, &own_spec, open) : NULL;
    Py_XDECREF(open);
    Py_XDECREF(box);
    return own;
}

int
ready_types(void)
{
    return PyType_Ready(&Body_Type) < 0 || PyType_Ready(&Moon_Type) < 0;
}
