/* What frees the instances is given other objects, too, whose type nothing tells. */
#include <Python.h>

static void
free_instance(void *object)
{
    Py_TYPE(object)->tp_free((PyObject *)object);
}

typedef struct {
    PyObject_HEAD
    int *data;
} Thing;

static void
Thing_dealloc(Thing *self)
{
    PyMem_Free(self->data);
    free_instance(self);
}

static PyTypeObject Thing_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "spam.Thing",
    .tp_basicsize = sizeof(Thing),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_new = PyType_GenericNew,
    .tp_dealloc = (destructor)Thing_dealloc,
};

typedef struct {
    PyObject_HEAD
    int *data;
} Other;

static void
Other_dealloc(PyObject *self)
{
    Other *other = (Other *)self;
    PyMem_Free(other->data);
    free_instance(other);
}

static PyTypeObject Other_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "spam.Other",
    .tp_basicsize = sizeof(Other),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_new = PyType_GenericNew,
    .tp_dealloc = (destructor)Other_dealloc,
};

static PyObject *
spam_forget(PyObject *self, PyObject *object)
{
    free_instance(object);
    Py_RETURN_NONE;
}

static PyMethodDef spam_methods[] = {
    {"forget", spam_forget, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static int spam_exec(PyObject *module);

/* Static variables outlive the module object that filled them, and its
 * interpreter: no other can have them. */
static int spam_loaded;
#ifdef Py_GIL_DISABLED
static PyMutex spam_once_mutex;
#define SPAM_LOCK_LOADED() PyMutex_Lock(&spam_once_mutex)
#define SPAM_UNLOCK_LOADED() PyMutex_Unlock(&spam_once_mutex)
#else /* protected by the GIL */
#define SPAM_LOCK_LOADED()
#define SPAM_UNLOCK_LOADED()
#endif

static int
spam_exec_once(PyObject *module)
{
    SPAM_LOCK_LOADED();
    if (spam_loaded != 0) {
        SPAM_UNLOCK_LOADED();
        PyErr_SetString(PyExc_ImportError,
            "cannot load module more than once per process");
        return -1;
    }
    spam_loaded = 1;
    SPAM_UNLOCK_LOADED();
    if (spam_exec(module) < 0) {
        SPAM_LOCK_LOADED();
        spam_loaded = 0;
        SPAM_UNLOCK_LOADED();
        return -1;
    }
    return 0;
}

static PyModuleDef_Slot spam_slots[] = {
    {Py_mod_exec, spam_exec_once},
#ifdef Py_MOD_PER_INTERPRETER_GIL_SUPPORTED
    /* All interpreters share the static variables. */
    {Py_mod_multiple_interpreters, Py_MOD_MULTIPLE_INTERPRETERS_NOT_SUPPORTED},
#endif
    {0, NULL},
};

static struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT, .m_name = "spam", .m_size = 0,
    .m_methods = spam_methods,
    .m_slots = spam_slots,
};

static int
spam_exec(PyObject *module)
{
    if (PyModule_AddType(module, &Thing_Type) < 0
        || PyModule_AddType(module, &Other_Type) < 0) {
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&spam_module);
}
