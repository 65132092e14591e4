/* object.__new__ is meant to make it: no C code does, or all its pointers are the
 * interpreter's to fill. */
#include "../module.h"

typedef struct {
    PyObject_HEAD
    PyObject *dict;
    PyObject *weakrefs;
} BaseObject;

typedef struct {
    PyObject_HEAD
    char *buffer;
} OtherObject;

static PyMemberDef members[] = {
    {"__dictoffset__", T_PYSSIZET, offsetof(BaseObject, dict), READONLY},
    {"__weaklistoffset__", T_PYSSIZET, offsetof(BaseObject, weakrefs), READONLY},
    {NULL},
};

static PyObject *
Base_repr(BaseObject *self)
{
    return PyUnicode_FromString("base");
}

static PyObject *
Other_repr(OtherObject *self)
{
    return PyUnicode_FromString(self->buffer != NULL ? self->buffer : "");
}

static PyType_Slot base_slots[] = {
    {Py_tp_members, members}, {Py_tp_repr, Base_repr}, {0, NULL},
};
static PyType_Slot other_slots[] = {{Py_tp_repr, Other_repr}, {0, NULL}};
#define FLAGS (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE)
static PyType_Spec Base_spec = {
    "spam.Base", sizeof(BaseObject), 0, FLAGS, base_slots,
};
static PyType_Spec Other_spec = {
    "spam.Other", sizeof(OtherObject), 0, FLAGS, other_slots,
};

PyObject *
make_types(PyObject *module, int which)
{
    return PyType_FromModuleAndSpec(module, which ? &Base_spec : &Other_spec, NULL);
}

PyObject *
make_base(PyTypeObject *type)
{
    BaseObject *self = (BaseObject *)type->tp_alloc(type, 0);
    return (PyObject *)self;
}
