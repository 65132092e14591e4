/* What the deallocation of an instance needs of the state cannot be left out: the instances
 * hold the module. */
#include <Python.h>
#include <stdlib.h>

static PyObject *SpamError;
static PyObject *separator;
static long n_alive;
static int is_strict = 1;

/* No subclass. */
typedef struct {
    PyObject_HEAD
    long number;
} EggObject;

static void
egg_dealloc(EggObject *self)
{
    if (n_alive-- < self->number) {
        abort();
    }
    PyObject_Free(self);
}

static PyTypeObject Egg_Type;

static PyObject *
new_egg(PyObject *Py_UNUSED(module), PyObject *Py_UNUSED(ignored))
{
    EggObject *self = PyObject_New(EggObject, &Egg_Type);
    if (self != NULL) {
        self->number = ++n_alive > 0;
    }
    return (PyObject *)self;
}

static PyTypeObject Egg_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "spam.Egg",
    .tp_basicsize = sizeof(EggObject),
    .tp_dealloc = (destructor)egg_dealloc,
};

/* May have subclasses, and is part of cycles. */
typedef struct {
    PyObject_HEAD
    PyObject *eggs, *log;
} NestObject;

/* Returns 0 where the nest was empty. */
static int
complain(NestObject *self, PyObject *error)
{
    if (!is_strict || self->log == NULL) {
        return 0;
    }
    PyObject *text = PyUnicode_FromFormat("%S%Slost", error, separator);
    if (text == NULL) {
        return -1;
    }
    int result = PyList_Append(self->log, text);
    Py_DECREF(text);
    return result;
}

static PyObject *
nest_new(PyTypeObject *type, PyObject *args, PyObject *kwargs)
{
    PyObject *log = NULL;
    if (!PyArg_ParseTuple(args, "|O", &log)) {
        return NULL;
    }
    NestObject *self = (NestObject *)type->tp_alloc(type, 0);
    if (self == NULL) {
        return NULL;
    }
    self->eggs = PyList_New(0);
    if (self->eggs == NULL) {
        Py_DECREF(self);
        return NULL;
    }
    Py_XINCREF(log);
    self->log = log;
    n_alive++;
    return (PyObject *)self;
}

static int
nest_traverse(NestObject *self, visitproc visit, void *arg)
{
    Py_VISIT(self->eggs);
    Py_VISIT(self->log);
    return 0;
}

static int
nest_clear(NestObject *self)
{
    Py_CLEAR(self->eggs);
    return 0;
}

static void
nest_dealloc(NestObject *self)
{
    PyObject_GC_UnTrack(self);
    PyObject *type, *value, *traceback;
    PyErr_Fetch(&type, &value, &traceback);
    if (complain(self, SpamError) < 0) {
        PyErr_SetString(SpamError, "cannot complain");
        PyErr_WriteUnraisable(NULL);
    }
    PyErr_Restore(type, value, traceback);
    n_alive--;
    Py_XDECREF(self->eggs);
    Py_XDECREF(self->log);
    Py_TYPE(self)->tp_free((PyObject *)self);
}

static PyTypeObject Nest_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "spam.Nest",
    .tp_basicsize = sizeof(NestObject),
    .tp_dealloc = (destructor)nest_dealloc,
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE | Py_TPFLAGS_HAVE_GC,
    .tp_traverse = (traverseproc)nest_traverse,
    .tp_clear = (inquiry)nest_clear,
    .tp_new = nest_new,
};

/* May have subclasses, and has no function of its own to make an instance. */
typedef struct PerchObject {
    PyObject_VAR_HEAD
    int module; /* its number */
} PerchObject;

static int
perch_init(PyObject *op, PyObject *args, PyObject *kwargs)
{
    PerchObject *self = (PerchObject *)op;
    if (self->module != 0) {
        PyErr_SetString(SpamError, "again");
        return -1;
    }
    n_alive++;
    self->module = 1;
    return PyArg_ParseTuple(args, "") ? 0 : -1;
}

static void
perch_finalize(PyObject *op)
{
    PerchObject *self = (PerchObject *)op;
    long left = self->module != 0 ? n_alive-- : 0;
    self->module = left > 0 ? 0 : self->module;
}

static void
perch_dealloc(PyObject *self)
{
    perch_finalize(self);
    Py_TYPE(self)->tp_free(self);
}

static PyTypeObject Perch_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "spam.Perch",
    .tp_basicsize = sizeof(PerchObject),
    .tp_dealloc = perch_dealloc,
    .tp_finalize = perch_finalize,
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
    .tp_init = perch_init,
    .tp_new = PyType_GenericNew,
};

static PyObject *
count(PyObject *Py_UNUSED(module), PyObject *Py_UNUSED(ignored))
{
    return PyLong_FromLong(n_alive);
}

static PyObject *
set_strict(PyObject *Py_UNUSED(module), PyObject *value)
{
    is_strict = PyObject_IsTrue(value);
    Py_RETURN_NONE;
}

static PyMethodDef spam_methods[] = {
    {"new_egg", new_egg, METH_NOARGS, NULL},
    {"count", count, METH_NOARGS, NULL},
    {"set_strict", set_strict, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "spam",
    .m_size = -1,
    .m_methods = spam_methods,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    if (PyType_Ready(&Egg_Type) < 0) {
        return NULL;
    }
    PyObject *module = PyModule_Create(&spam_module);
    if (module == NULL) {
        return NULL;
    }
    SpamError = PyErr_NewException("spam.SpamError", NULL, NULL);
    separator = PyUnicode_FromString(": ");
    if (SpamError == NULL || separator == NULL
        || PyModule_AddType(module, &Nest_Type) < 0
        || PyModule_AddType(module, &Perch_Type) < 0
        || PyModule_AddObjectRef(module, "SpamError", SpamError) < 0)
    {
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
