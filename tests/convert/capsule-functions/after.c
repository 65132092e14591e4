#include <Python.h>
typedef struct {
    PyObject_HEAD
    int size;
} Egg;
static PyTypeObject Egg_Type;
static PyObject *
Egg_FromSize(int size)
{
    Egg *egg = PyObject_New(Egg, &Egg_Type);
    if (egg != NULL) {
        egg->size = size;
    }
    return (PyObject *)egg;
}
static int
Egg_Check(PyObject *object)
{
    return PyObject_TypeCheck(object, &Egg_Type);
}
static void
egg_dealloc(PyObject *self)
{
    PyObject_Free(self);
}
static PyTypeObject Egg_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "spam.Egg",
    .tp_basicsize = sizeof(Egg),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_dealloc = egg_dealloc,
    .tp_new = PyType_GenericNew,
};
static void *api[2];
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

static struct PyModuleDef def = {
    PyModuleDef_HEAD_INIT, "spam", NULL, 0, NULL,
    .m_slots = spam_slots,
};
static int
spam_exec(PyObject *module)
{
    PyObject *capsule;
    if (PyType_Ready(&Egg_Type) < 0) {
        return -1;
    }
    Py_INCREF(&Egg_Type);
    if (PyModule_AddObject(module, "Egg", (PyObject *)&Egg_Type) < 0) {
        Py_DECREF(&Egg_Type);
        return -1;
    }
    api[0] = (void *)Egg_FromSize;
    api[1] = (void *)Egg_Check;
    capsule = PyCapsule_New(api, "spam._API", NULL);
    if (capsule == NULL) {
        return -1;
    }
    if (PyModule_AddObject(module, "_API", capsule) < 0) {
        Py_DECREF(capsule);
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&def);
}
