/* A callback gets an instance, as its first parameter says, and asks for the type of what a member
 * of that holds: that is no question for its own. */
#include <Python.h>

typedef void (*handler)(void *data, int value);
void call_handler(handler function, void *data);

typedef struct {
    PyObject_HEAD
    PyObject *target;
    int n_lists;
} Parser;

static PyTypeObject Parser_Type;
static PyObject *Unexpected;

static void
handle(Parser *self, int value)
{
    if (PyList_CheckExact(self->target) || PyObject_TypeCheck(self->target, &Parser_Type)) {
        self->n_lists += value;
    }
    else {
        PyErr_SetString(Unexpected, "no list");
    }
}

static PyObject *
feed(Parser *self, PyObject *Py_UNUSED(ignored))
{
    call_handler((handler)handle, self);
    return PyErr_Occurred() ? NULL : PyLong_FromLong(self->n_lists);
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
