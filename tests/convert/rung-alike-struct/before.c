/* Instances of Nest, whose deallocation needs the state, cannot get a member for the module: its
 * struct is used for those of another type, too. */
#include <Python.h>
#include <stdlib.h>

static PyObject *SpamError;
static PyObject *separator;
static long n_alive;
static int is_strict = 1;

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

/* Another type, whose struct begins like that of Nest. */
typedef struct {
    PyObject_HEAD
    PyObject *eggs, *log;
    long level;
} RoostObject;

static PyObject *
roost_new(PyTypeObject *type, PyObject *args, PyObject *kwargs)
{
    PyObject *log = NULL;
    if (!PyArg_ParseTuple(args, "|O", &log)) {
        return NULL;
    }
    RoostObject *self = (RoostObject *)type->tp_alloc(type, 0);
    if (self != NULL) {
        self->log = Py_XNewRef(log);
    }
    return (PyObject *)self;
}

static void
roost_dealloc(RoostObject *self)
{
    Py_XDECREF(self->eggs);
    Py_XDECREF(self->log);
    Py_TYPE(self)->tp_free((PyObject *)self);
}

static PyTypeObject Roost_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "spam.Roost",
    .tp_basicsize = sizeof(RoostObject),
    .tp_dealloc = (destructor)roost_dealloc,
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_new = roost_new,
};

/* The log of a nest or a roost. */
static PyObject *
log_of(PyObject *Py_UNUSED(module), PyObject *object)
{
    if (!Py_IS_TYPE(object, &Roost_Type) && !PyObject_TypeCheck(object, &Nest_Type)) {
        PyErr_SetString(SpamError, "no nest");
        return NULL;
    }
    PyObject *log = ((NestObject *)object)->log;
    return Py_NewRef(log != NULL ? log : Py_None);
}

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
    {"log_of", log_of, METH_O, NULL},
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
    PyObject *module = PyModule_Create(&spam_module);
    if (module == NULL) {
        return NULL;
    }
    SpamError = PyErr_NewException("spam.SpamError", NULL, NULL);
    separator = PyUnicode_FromString(": ");
    if (SpamError == NULL || separator == NULL
        || PyModule_AddType(module, &Nest_Type) < 0
        || PyModule_AddType(module, &Roost_Type) < 0
        || PyModule_AddObjectRef(module, "SpamError", SpamError) < 0)
    {
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
