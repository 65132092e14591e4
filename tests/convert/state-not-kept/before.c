/* Instances that may have anything in a new member, or to whose struct none can be added: the
 * search for the state stays. */
#include <Python.h>
#include <stddef.h>

static PyObject *SpamError;

/* made without tp_alloc */
typedef struct {
    PyObject_HEAD
    long size;
} MadeObject;
static PyTypeObject Made_Type;

static PyObject *
made_fail(MadeObject *self, PyObject *unused)
{
    PyErr_SetString(SpamError, "made");
    return NULL;
}

static PyObject *
made_copy(MadeObject *self, PyObject *unused)
{
    MadeObject *copy = PyObject_New(MadeObject, &Made_Type);
    if (copy != NULL) {
        copy->size = self->size;
    }
    return (PyObject *)copy;
}

/* made without it by another build */
typedef struct {
    PyObject_HEAD
    long size;
} OtherObject;
static PyTypeObject Other_Type;

static PyObject *
other_fail(OtherObject *self, PyObject *unused)
{
#ifdef SPAM_FAST
    OtherObject *copy = PyObject_New(OtherObject, &Other_Type);
    copy->size = self->size;
    Py_DECREF(copy);
#endif
    PyErr_SetString(SpamError, "other");
    return NULL;
}

/* written as a whole */
typedef struct {
    PyObject_HEAD
    long size;
} WholeObject;

static PyObject *
whole_fail(WholeObject *self, PyObject *unused)
{
    WholeObject before;
    memcpy(&before, self, sizeof(WholeObject));
    PyErr_Format(SpamError, "whole %ld", before.size);
    return NULL;
}

/* nothing but the head and weak references: a class may have it and another such base */
typedef struct {
    PyObject_HEAD
    PyObject *weak;
} BareObject;

static PyObject *
bare_fail(BareObject *self, PyObject *unused)
{
    PyErr_SetString(SpamError, "bare");
    return NULL;
}

static void
bare_dealloc(BareObject *self)
{
    if (self->weak != NULL) {
        PyObject_ClearWeakRefs((PyObject *)self);
    }
    Py_TYPE(self)->tp_free(self);
}

/* items behind the struct */
typedef struct {
    PyObject_VAR_HEAD
    long items[1];
} RowObject;

static PyObject *
row_fail(RowObject *self, PyObject *unused)
{
    PyErr_SetString(SpamError, "row");
    return NULL;
}

static PyObject *
row_new(PyTypeObject *type, PyObject *args, PyObject *kwargs)
{
    return type->tp_alloc(type, 3);
}

/* a subtype repeats the members of its base */
typedef struct {
    PyObject_HEAD
    long size;
} ShortObject;

typedef struct {
    PyObject_HEAD
    long size;
    long more;
} LongObject;
static PyTypeObject Short_Type;

static PyObject *
short_fail(ShortObject *self, PyObject *unused)
{
    PyErr_SetString(SpamError, "short");
    return NULL;
}

static PyObject *
long_more(LongObject *self, PyObject *unused)
{
    self->more++;
    return PyLong_FromLong(self->more);
}

/* an instance of one struct is used as if it were of another */
typedef struct {
    PyObject_HEAD
    long size;
} ViewObject;

typedef struct {
    PyObject_HEAD
    long size;
    long hash;
} MapObject;

static PyObject *
view_fail(ViewObject *self, PyObject *unused)
{
    PyErr_Format(SpamError, "view %ld", self->size);
    return NULL;
}

static PyObject *
map_fail(MapObject *self, PyObject *unused)
{
    ViewObject *view = (ViewObject *)self;
    self->hash++;
    return view_fail(view, unused);
}

#define METHODS(prefix) \
    static PyMethodDef prefix##_methods[] = { \
        {"fail", (PyCFunction)prefix##_fail, METH_NOARGS, NULL}, \
        {NULL, NULL, 0, NULL}, \
    }
METHODS(other);
METHODS(whole);
METHODS(bare);
METHODS(row);
METHODS(short);
METHODS(view);
METHODS(map);

static PyMethodDef made_methods[] = {
    {"fail", (PyCFunction)made_fail, METH_NOARGS, NULL},
    {"copy", (PyCFunction)made_copy, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static PyMethodDef long_methods[] = {
    {"more", (PyCFunction)long_more, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static PyTypeObject Made_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "spam.Made",
    .tp_basicsize = sizeof(MadeObject),
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
    .tp_new = PyType_GenericNew,
    .tp_methods = made_methods,
};

static PyTypeObject Other_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "spam.Other",
    .tp_basicsize = sizeof(OtherObject),
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
    .tp_new = PyType_GenericNew,
    .tp_methods = other_methods,
};

static PyTypeObject Whole_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "spam.Whole",
    .tp_basicsize = sizeof(WholeObject),
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
    .tp_new = PyType_GenericNew,
    .tp_methods = whole_methods,
};

static PyTypeObject Bare_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "spam.Bare",
    .tp_basicsize = sizeof(BareObject),
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
    .tp_weaklistoffset = offsetof(BareObject, weak),
    .tp_new = PyType_GenericNew,
    .tp_dealloc = (destructor)bare_dealloc,
    .tp_methods = bare_methods,
};

static PyTypeObject Row_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "spam.Row",
    .tp_basicsize = sizeof(RowObject),
    .tp_itemsize = sizeof(long),
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
    .tp_new = row_new,
    .tp_methods = row_methods,
};

static PyTypeObject Short_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "spam.Short",
    .tp_basicsize = sizeof(ShortObject),
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
    .tp_new = PyType_GenericNew,
    .tp_methods = short_methods,
};

static PyTypeObject Long_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "spam.Long",
    .tp_basicsize = sizeof(LongObject),
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
    .tp_base = &Short_Type,
    .tp_new = PyType_GenericNew,
    .tp_methods = long_methods,
};

static PyTypeObject View_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "spam.View",
    .tp_basicsize = sizeof(ViewObject),
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
    .tp_new = PyType_GenericNew,
    .tp_methods = view_methods,
};

static PyTypeObject Map_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "spam.Map",
    .tp_basicsize = sizeof(MapObject),
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
    .tp_new = PyType_GenericNew,
    .tp_methods = map_methods,
};

static struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT, "spam", NULL, -1, NULL, NULL, NULL, NULL, NULL,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    PyObject *m = PyModule_Create(&spam_module);
    if (m == NULL) {
        return NULL;
    }
    SpamError = PyErr_NewException("spam.SpamError", NULL, NULL);
    if (SpamError == NULL || PyModule_AddObjectRef(m, "SpamError", SpamError) < 0
        || PyModule_AddType(m, &Made_Type) < 0 || PyModule_AddType(m, &Other_Type) < 0
        || PyModule_AddType(m, &Whole_Type) < 0 || PyModule_AddType(m, &Bare_Type) < 0
        || PyModule_AddType(m, &Row_Type) < 0 || PyModule_AddType(m, &Short_Type) < 0
        || PyModule_AddType(m, &Long_Type) < 0 || PyModule_AddType(m, &View_Type) < 0
        || PyModule_AddType(m, &Map_Type) < 0)
    {
        Py_DECREF(m);
        return NULL;
    }
    return m;
}
