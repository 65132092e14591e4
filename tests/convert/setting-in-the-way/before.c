/* A number that tp_dealloc asks, where the state may be gone, is the only thing in the way: it
 * stays and becomes atomic, while the other data moves. */
#include <Python.h>

static int spam_level = 1;
static double spam_weights[4];
static PyThreadState *spam_thread;

typedef struct {
    PyObject_HEAD
    double *room;
    PyObject *owner;
} Walker;

static PyTypeObject WalkerType;

static PyObject *
spam_set_level(PyObject *self, PyObject *args)
{
    int level;
    if (!PyArg_ParseTuple(args, "i", &level)) {
        return NULL;
    }
    spam_level = level;
    Py_RETURN_NONE;
}

static PyObject *
spam_weigh(PyObject *self, PyObject *args)
{
    int i;
    double total = 0.0;
    if (!PyArg_ParseTuple(args, "id", &i, &spam_weights[0])) {
        return NULL;
    }
    spam_thread = PyEval_SaveThread();
    for (i = 0; i < 4; i++) {
        total += spam_weights[i];
    }
    PyEval_RestoreThread(spam_thread);
    return PyFloat_FromDouble(total);
}

static PyObject *
spam_walker(PyObject *self, PyObject *args)
{
    Walker *walker = PyObject_New(Walker, &WalkerType);
    if (walker == NULL) {
        return NULL;
    }
    (void)PyObject_Init((PyObject *)walker, &WalkerType);
    walker->room = PyMem_Calloc(4, sizeof(double));
    walker->owner = Py_XNewRef(PyTuple_Size(args) > 0 ? PyTuple_GET_ITEM(args, 0) : NULL);
    return (PyObject *)walker;
}

static void
Walker_dealloc(Walker *self)
{
    if (spam_level > 1000) {
        Py_FatalError("level");
    }
    Py_CLEAR(self->owner);
    PyMem_Free(self->room);
    PyObject_Free(self);
}

static PyTypeObject WalkerType = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "spam.Walker",
    .tp_basicsize = sizeof(Walker),
    .tp_dealloc = (destructor)Walker_dealloc,
    .tp_flags = Py_TPFLAGS_DEFAULT,
};

static PyMethodDef spam_methods[] = {
    {"set_level", spam_set_level, METH_VARARGS, NULL},
    {"walker", spam_walker, METH_VARARGS, NULL},
    {"weigh", spam_weigh, METH_VARARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT, .m_name = "spam", .m_size = -1, .m_methods = spam_methods,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    if (PyType_Ready(&WalkerType) < 0) {
        return NULL;
    }
    return PyModule_Create(&spam_module);
}
