/* One function deallocates instances of two types, and only one of these could move. */
#include <Python.h>

typedef struct {
    PyObject_HEAD
    char *memory;
} Buffer;

static void
buffer_dealloc(Buffer *self)
{
    PyMem_Free(self->memory);
    Py_TYPE(self)->tp_free((PyObject *)self);
}

static PyTypeObject First_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "spam.First",
    .tp_basicsize = sizeof(Buffer),
    .tp_dealloc = (destructor)buffer_dealloc,
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_new = PyType_GenericNew,
};

static PyTypeObject Second_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "spam.Second",
    .tp_basicsize = sizeof(Buffer),
    .tp_dealloc = (destructor)buffer_dealloc,
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_new = PyType_GenericNew,
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
    PyModuleDef_HEAD_INIT,
    .m_name = "spam",
    .m_size = 0,
    .m_slots = spam_slots,
};

static int
spam_exec(PyObject *module)
{
    First_Type.tp_dict = Py_BuildValue("{}");
    if (First_Type.tp_dict == NULL
        || PyDict_SetItemString(First_Type.tp_dict, "first", Py_True) < 0
        || PyType_Ready(&First_Type) < 0 || PyType_Ready(&Second_Type) < 0)
    {
        return -1;
    }
    if (PyModule_AddObjectRef(module, "First", (PyObject *)&First_Type) < 0
        || PyModule_AddObjectRef(module, "Second", (PyObject *)&Second_Type) < 0)
    {
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&spam_module);
}
