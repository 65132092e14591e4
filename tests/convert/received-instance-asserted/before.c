/* A callback gets an instance as its user data, and asserts that it is there: that is no question
 * whether it is. */
#include <assert.h>
#include <Python.h>

typedef void (*handler)(const void *data, int value);
void call_handler(handler function, const void *data);

typedef struct {
    PyObject_HEAD
    PyObject *target;
} Parser;

static PyTypeObject Parser_Type;
static PyObject *Unexpected;

static void
handle(const void *data, int value)
{
    int ready = value > 0;
    Parser *self = (Parser *)data;
    assert(self);
    assert(self != NULL && self->target);
    if (!ready || !PyList_CheckExact(self->target)) {
        PyErr_SetString(Unexpected, "no list");
    }
}

static PyObject *
feed(Parser *self, PyObject *Py_UNUSED(ignored))
{
    call_handler(handle, self);
    return PyErr_Occurred() ? NULL : PyLong_FromLong(0);
}

static void
dealloc(Parser *self)
{
    Py_XDECREF(self->target);
    Py_TYPE(self)->tp_free((PyObject *)self);
}

static int
init(Parser *self, PyObject *args, PyObject *kwargs)
{
    PyObject *target;
    if (!PyArg_ParseTuple(args, "O", &target)) {
        return -1;
    }
    Py_XSETREF(self->target, Py_NewRef(target));
    return 0;
}

static PyMethodDef methods[] = {
    {"feed", (PyCFunction)feed, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static PyTypeObject Parser_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "spam.Parser",
    .tp_basicsize = sizeof(Parser),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_dealloc = (destructor)dealloc,
    .tp_methods = methods,
    .tp_init = (initproc)init,
    .tp_new = PyType_GenericNew,
};

static struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT, "spam", NULL, -1, NULL,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    PyObject *module = PyModule_Create(&spam_module);
    if (module == NULL) {
        return NULL;
    }
    Unexpected = PyErr_NewException("spam.Unexpected", NULL, NULL);
    if (Unexpected == NULL || PyModule_AddType(module, &Parser_Type) < 0) {
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
