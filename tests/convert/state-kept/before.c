/* Instances of types that can have subclasses keep the state that their methods find: also for
 * a subtype, and for a function that is called with an instance by another type. */
#include <Python.h>
#include <stddef.h>

typedef struct {
    PyObject_HEAD
    PyObject *weak;
    long weight;
} EggObject;

typedef struct {
    EggObject egg;
    long colour;
} PaintedObject;

typedef struct {
    PyObject_HEAD
    PyObject *weak;
    EggObject *egg;
} NestObject;

static PyObject *EggError;
static PyTypeObject Egg_Type, Painted_Type;

static PyObject *
egg_weigh(EggObject *self, PyObject *unused)
{
    if (self->weight < 0) {
        PyErr_SetString(EggError, "it is hollow");
        return NULL;
    }
    return PyLong_FromLong(self->weight);
}

static PyObject *
egg_compare(PyObject *self, PyObject *other, int op)
{
    if (!PyObject_TypeCheck(other, &Egg_Type) || op != Py_EQ) {
        Py_RETURN_NOTIMPLEMENTED;
    }
    return PyBool_FromLong(((EggObject *)self)->weight == ((EggObject *)other)->weight);
}

static int
egg_init(EggObject *self, PyObject *args, PyObject *kwargs)
{
    if (!PyArg_ParseTuple(args, "l:Egg", &self->weight)) {
        return -1;
    }
    if (self->weight > 100) {
        PyErr_SetString(EggError, "it is too heavy");
        return -1;
    }
    return 0;
}

static void
egg_dealloc(EggObject *self)
{
    if (self->weak != NULL) {
        PyObject_ClearWeakRefs((PyObject *)self);
    }
    Py_TYPE(self)->tp_free(self);
}

static PyObject *
painted_copy(PaintedObject *self, PyObject *unused)
{
    PaintedObject *copy = (PaintedObject *)Painted_Type.tp_alloc(&Painted_Type, 0);
    if (copy == NULL) {
        return NULL;
    }
    copy->egg.weight = self->egg.weight;
    copy->colour = self->colour;
    return (PyObject *)copy;
}

static PyMethodDef egg_methods[] = {
    {"weigh", (PyCFunction)egg_weigh, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static PyMethodDef painted_methods[] = {
    {"copy", (PyCFunction)painted_copy, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static PyTypeObject Egg_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "spam.Egg",
    .tp_basicsize = sizeof(EggObject),
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
    .tp_weaklistoffset = offsetof(EggObject, weak),
    .tp_init = (initproc)egg_init,
    .tp_new = PyType_GenericNew,
    .tp_dealloc = (destructor)egg_dealloc,
    .tp_richcompare = egg_compare,
    .tp_methods = egg_methods,
};

static PyTypeObject Painted_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "spam.Painted",
    .tp_basicsize = sizeof(PaintedObject),
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
    .tp_base = &Egg_Type,
    .tp_new = PyType_GenericNew,
    .tp_methods = painted_methods,
};

static int
nest_init(NestObject *self, PyObject *args, PyObject *kwargs)
{
    PyObject *egg;
    if (!PyArg_ParseTuple(args, "O!:Nest", &Egg_Type, &egg)) {
        return -1;
    }
    Py_INCREF(egg);
    Py_XSETREF(self->egg, (EggObject *)egg);
    return 0;
}

static int
nest_traverse(NestObject *self, visitproc visit, void *arg)
{
    Py_VISIT(self->egg);
    return 0;
}

static int
nest_clear(NestObject *self)
{
    Py_CLEAR(self->egg);
    return 0;
}

static void
nest_dealloc(NestObject *self)
{
    PyObject_GC_UnTrack(self);
    if (self->weak != NULL) {
        PyObject_ClearWeakRefs((PyObject *)self);
    }
    Py_CLEAR(self->egg);
    Py_TYPE(self)->tp_free(self);
}

static PyObject *
nest_weigh(NestObject *self, PyObject *unused)
{
    return egg_weigh(self->egg, unused);
}

static PyMethodDef nest_methods[] = {
    {"weigh", (PyCFunction)nest_weigh, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static PyTypeObject Nest_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "spam.Nest",
    .tp_basicsize = sizeof(NestObject),
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE | Py_TPFLAGS_HAVE_GC,
    .tp_weaklistoffset = offsetof(NestObject, weak),
    .tp_init = (initproc)nest_init,
    .tp_new = PyType_GenericNew,
    .tp_dealloc = (destructor)nest_dealloc,
    .tp_traverse = (traverseproc)nest_traverse,
    .tp_clear = (inquiry)nest_clear,
    .tp_methods = nest_methods,
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
    EggError = PyErr_NewException("spam.EggError", NULL, NULL);
    if (EggError == NULL || PyModule_AddObjectRef(m, "EggError", EggError) < 0
        || PyModule_AddType(m, &Egg_Type) < 0 || PyModule_AddType(m, &Painted_Type) < 0
        || PyModule_AddType(m, &Nest_Type) < 0)
    {
        Py_DECREF(m);
        return NULL;
    }
    return m;
}
