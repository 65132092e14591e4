#include <Python.h>

/* 'thrown' is needed when a Door is freed, which may be after its module: it stays, and all
 * else moves. */
typedef struct {
    PyObject_HEAD
    int number;
} Door;

static PyObject *thrown;

static void
door_dealloc(PyObject *self)
{
    PyTypeObject *tp = Py_TYPE(self);
    PyObject_GC_UnTrack(self);
    Door *door = (Door *)self;
    if (door->number > 0 && PyErr_Occurred() == thrown) {
        door->number = 0;
    }
    tp->tp_free(self);
    Py_DECREF(tp);
}

typedef struct {
    PyObject *names;
    int limit;
    PyTypeObject *Door_Type;
} spam_state;

#ifndef Py_TPFLAGS_IMMUTABLETYPE /* before Python 3.10 */
#define Py_TPFLAGS_IMMUTABLETYPE (1UL << 8)
#endif

static inline spam_state *
get_spam_state(PyObject *module)
{
    return (spam_state *)PyModule_GetState(module);
}

static int
Door_traverse(PyObject *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    return 0;
}

static PyType_Slot Door_Type_slots[] = {
    {Py_tp_dealloc, door_dealloc},
    {Py_tp_new, PyType_GenericNew},
    {Py_tp_traverse, Door_traverse},
    {0, NULL},
};

static PyType_Spec Door_Type_spec = {
    .name = "spam.Door",
    .basicsize = sizeof(Door),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE | Py_TPFLAGS_HAVE_GC |
        Py_TPFLAGS_IMMUTABLETYPE,
    .slots = Door_Type_slots,
};

static PyObject *
add_name(PyObject *module, PyObject *name)
{
    spam_state *state = get_spam_state(module);
    if (PyList_GET_SIZE(state->names) >= state->limit) {
        PyErr_SetString(thrown, "too many names");
        return NULL;
    }
    if (PyList_Append(state->names, name) < 0) {
        return NULL;
    }
    Py_RETURN_NONE;
}

static PyObject *
set_limit(PyObject *module, PyObject *value)
{
    spam_state *state = get_spam_state(module);
    state->limit = (int)PyLong_AsLong(value);
    if (state->limit == -1 && PyErr_Occurred()) {
        return NULL;
    }
    Py_RETURN_NONE;
}

static PyObject *
set_thrown(PyObject *module, PyObject *value)
{
    Py_INCREF(value);
    Py_XSETREF(thrown, value);
    Py_RETURN_NONE;
}

static PyMethodDef spam_methods[] = {
    {"set_thrown", set_thrown, METH_O, NULL},
    {"add_name", add_name, METH_O, NULL},
    {"set_limit", set_limit, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static int
spam_traverse(PyObject *module, visitproc visit, void *arg)
{
    spam_state *state = get_spam_state(module);
    Py_VISIT(state->names);
    Py_VISIT(state->Door_Type);
    return 0;
}

static int
spam_clear(PyObject *module)
{
    spam_state *state = get_spam_state(module);
    Py_CLEAR(state->names);
    Py_CLEAR(state->Door_Type);
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
    PyModuleDef_HEAD_INIT, .m_name = "spam", .m_size = sizeof(spam_state),
    .m_methods = spam_methods,
    .m_slots = spam_slots,
    .m_traverse = spam_traverse,
    .m_clear = spam_clear,
    .m_free = spam_free,
};

static int
spam_exec(PyObject *module)
{
    spam_state *state = get_spam_state(module);
    state->limit = 3;
    state->names = PyList_New(0);
    thrown = PyErr_NewException("spam.Thrown", NULL, NULL);
    if (state->names == NULL || thrown == NULL
        || (state->Door_Type = (PyTypeObject *)PyType_FromModuleAndSpec(
                module, &Door_Type_spec, NULL)) == NULL
        || PyModule_AddObjectRef(module, "Door",
                                 (PyObject *)state->Door_Type) < 0)
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
