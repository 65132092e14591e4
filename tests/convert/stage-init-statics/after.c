/* Stage init leaves statics as they are, of whatever kind: objects in static memory,
 * structs without a name, tables of types. */
#include <Python.h>

static struct {
    long calls;
    PyObject *last;
} seen;

static PyTypeObject Missing_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "spam.Missing",
    .tp_basicsize = sizeof(PyObject),
    .tp_flags = Py_TPFLAGS_DEFAULT,
};

/* Says that there is no value. */
static PyObject missing = {.ob_refcnt = 1, .ob_type = &Missing_Type};

static PyObject *
get_missing(PyObject *Py_UNUSED(self), PyObject *arg)
{
    seen.calls++;
    Py_INCREF(arg);
    Py_XSETREF(seen.last, arg);
    Py_INCREF(&missing);
    return &missing;
}

static PyMethodDef methods[] = {
    {"get_missing", get_missing, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static int spam_exec(PyObject *m);

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
    PyModuleDef_HEAD_INIT, .m_name = "spam", .m_size = 0, .m_methods = methods,
    .m_slots = spam_slots,
};

static int
spam_exec(PyObject *m)
{
    static PyTypeObject *types[] = {&Missing_Type};
    if (PyType_Ready(&Missing_Type) < 0) {
        return -1;
    }
    for (size_t i = 0; i < sizeof(types) / sizeof(types[0]); i++) {
        Py_INCREF(types[i]);
        if (PyModule_AddObject(m, "Missing", (PyObject *)types[i]) < 0) {
            Py_DECREF(types[i]);
            return -1;
        }
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&spam_module);
}
