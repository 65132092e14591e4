/* One type never frees its instances, so it stays, with its base and what its functions need;
 * the other type moves. */
#include <Python.h>

static PyObject *BadError;

typedef struct {
    PyObject_HEAD
    int size;
} Thing;

static PyObject *
base_size(PyObject *self, PyObject *ignored)
{
    return PyLong_FromLong(((Thing *)self)->size);
}

static PyMethodDef base_methods[] = {
    {"size", base_size, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static PyTypeObject Base_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "spam.Base",
    .tp_basicsize = sizeof(Thing),
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
    .tp_methods = base_methods,
    .tp_new = PyType_GenericNew,
};

static void
bad_dealloc(PyObject *self)
{
    Py_CLEAR(BadError);
}

static PyObject *
bad_fail(PyObject *self, PyObject *ignored)
{
    PyErr_SetString(BadError, "bad");
    return NULL;
}

static PyMethodDef bad_methods[] = {
    {"fail", bad_fail, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static PyTypeObject Bad_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "spam.Bad",
    .tp_basicsize = sizeof(Thing),
    .tp_base = &Base_Type,
    .tp_dealloc = bad_dealloc,
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_methods = bad_methods,
    .tp_new = PyType_GenericNew,
};

typedef struct {
    PyObject *GoodError;
    PyTypeObject *Good_Type;
} spam_state;

#ifndef Py_TPFLAGS_IMMUTABLETYPE /* before Python 3.10 */
#define Py_TPFLAGS_IMMUTABLETYPE (1UL << 8)
#endif

static inline spam_state *
get_spam_state(PyObject *module)
{
    return (spam_state *)PyModule_GetState(module);
}

/* By a type of this module that has no subclasses. */
static inline spam_state *
get_spam_state_by_final_type(PyTypeObject *type)
{
    return get_spam_state(((PyHeapTypeObject *)type)->ht_module);
}

static inline PyTypeObject *
spam_new_type(PyObject *module, PyType_Spec *spec, PyTypeObject *base)
{
    PyObject *bases = NULL;
    if (base != NULL) {
        bases = PyTuple_Pack(1, (PyObject *)base);
        if (bases == NULL) {
            return NULL;
        }
    }
    PyTypeObject *type =
        (PyTypeObject *)PyType_FromModuleAndSpec(module, spec, bases);
    Py_XDECREF(bases);
    return type;
}

static PyObject *
good_fail(PyObject *self, PyObject *ignored)
{
    spam_state *state = get_spam_state_by_final_type(Py_TYPE(self));
    PyErr_SetString(state->GoodError, "good");
    return NULL;
}

static PyMethodDef good_methods[] = {
    {"fail", good_fail, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static int
Good_traverse(PyObject *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    traverseproc base_traverse = (&Base_Type)->tp_traverse;
    return base_traverse != NULL ? base_traverse(self, visit, arg) : 0;
}

static int
Good_clear(PyObject *self)
{
    inquiry base_clear = (&Base_Type)->tp_clear;
    return base_clear != NULL ? base_clear(self) : 0;
}

static PyType_Slot Good_Type_slots[] = {
    {Py_tp_methods, good_methods},
    {Py_tp_new, PyType_GenericNew},
    {Py_tp_traverse, Good_traverse},
    {Py_tp_clear, Good_clear},
    {0, NULL},
};

static PyType_Spec Good_Type_spec = {
    .name = "spam.Good",
    .basicsize = sizeof(Thing),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC |
        Py_TPFLAGS_IMMUTABLETYPE,
    .slots = Good_Type_slots,
};

static int
spam_traverse(PyObject *module, visitproc visit, void *arg)
{
    spam_state *state = get_spam_state(module);
    Py_VISIT(state->GoodError);
    Py_VISIT(state->Good_Type);
    return 0;
}

static int
spam_clear(PyObject *module)
{
    spam_state *state = get_spam_state(module);
    Py_CLEAR(state->GoodError);
    Py_CLEAR(state->Good_Type);
    return 0;
}

static void
spam_free(void *module)
{
    (void)spam_clear((PyObject *)module);
}

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
    .m_size = sizeof(spam_state),
    .m_slots = spam_slots,
    .m_traverse = spam_traverse,
    .m_clear = spam_clear,
    .m_free = spam_free,
};

static int
spam_exec(PyObject *module)
{
    spam_state *state = get_spam_state(module);
    if (PyType_Ready(&Base_Type) < 0 || PyType_Ready(&Bad_Type) < 0
        || (state->Good_Type = spam_new_type(module, &Good_Type_spec,
                                             &Base_Type)) == NULL)
    {
        return -1;
    }
    BadError = PyErr_NewException("spam.BadError", NULL, NULL);
    state->GoodError = PyErr_NewException("spam.GoodError", NULL, NULL);
    if (PyModule_AddObjectRef(module, "BadError", BadError) < 0
        || PyModule_AddObjectRef(module, "GoodError", state->GoodError) < 0
        || PyModule_AddObjectRef(module, "Base", (PyObject *)&Base_Type) < 0
        || PyModule_AddObjectRef(module, "Bad", (PyObject *)&Bad_Type) < 0
        || PyModule_AddObjectRef(module, "Good",
                                 (PyObject *)state->Good_Type) < 0)
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
