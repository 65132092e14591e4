/* Functions that other extensions call through a capsule's table get no module.  On request they ask
 * the interpreter, which then loads the module once: those that return an object can fail, others
 * cannot.  What may run without a thread state cannot ask. */
#include <Python.h>
typedef struct {
    PyObject_HEAD
    int size;
} Egg;

typedef struct {
    PyTypeObject *Egg_Type;
} spam_state;

#ifndef Py_TPFLAGS_IMMUTABLETYPE /* before Python 3.10 */
#define Py_TPFLAGS_IMMUTABLETYPE (1UL << 8)
#endif

static inline spam_state *
get_spam_state(PyObject *module)
{
    return (spam_state *)PyModule_GetState(module);
}

/* For functions that no module is passed to: the interpreter keeps its only one.  NULL with
 * an exception set if the interpreter has not imported it. */
static inline spam_state *
get_spam_state_by_interpreter(void)
{
    PyObject *dict = PyInterpreterState_GetDict(PyInterpreterState_Get());
    PyObject *module = dict != NULL
        ? PyDict_GetItemString(dict, "spam.module") : NULL;
    if (module == NULL) {
        PyErr_SetString(PyExc_ImportError,
                        "spam is not imported in this interpreter");
        return NULL;
    }
    return get_spam_state(module);
}

static PyObject *
Egg_FromSize(int size)
{
    spam_state *state = get_spam_state_by_interpreter();
    if (state == NULL) {
        return NULL;
    }
    Egg *egg = PyObject_New(Egg, state->Egg_Type);
    if (egg != NULL) {
        egg->size = size;
    }
    return (PyObject *)egg;
}
static int
Egg_Check(PyObject *object)
{
    spam_state *state = get_spam_state_by_interpreter();
    if (state == NULL) {
        Py_FatalError("spam is not imported in this interpreter");
    }
    return PyObject_TypeCheck(object, state->Egg_Type);
}
static void
egg_dealloc(PyObject *self)
{
    PyTypeObject *tp = Py_TYPE(self);
    tp->tp_free(self);
    Py_DECREF(tp);
}
static PyType_Slot Egg_Type_slots[] = {
    {Py_tp_dealloc, egg_dealloc},
    {Py_tp_new, PyType_GenericNew},
    {0, NULL},
};

static PyType_Spec Egg_Type_spec = {
    .name = "spam.Egg",
    .basicsize = sizeof(Egg),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE,
    .slots = Egg_Type_slots,
};
static void *api[2];
static int
spam_traverse(PyObject *module, visitproc visit, void *arg)
{
    spam_state *state = get_spam_state(module);
    Py_VISIT(state->Egg_Type);
    return 0;
}

static int
spam_clear(PyObject *module)
{
    spam_state *state = get_spam_state(module);
    Py_CLEAR(state->Egg_Type);
    return 0;
}

static void
spam_free(void *module)
{
    (void)spam_clear((PyObject *)module);
}

static int spam_exec(PyObject *module);

/* The interpreter keeps the module until it ends, and can load no other. */
static int
spam_exec_alone(PyObject *module)
{
    PyObject *dict = PyInterpreterState_GetDict(PyInterpreterState_Get());
    if (dict == NULL) {
        PyErr_NoMemory();
        return -1;
    }
    if (PyDict_GetItemString(dict, "spam.module") != NULL) {
        PyErr_SetString(PyExc_ImportError,
            "cannot load module more than once per interpreter");
        return -1;
    }
    if (PyDict_SetItemString(dict, "spam.module", module) < 0) {
        return -1;
    }
    if (spam_exec(module) < 0) {
        PyObject *type, *value, *traceback;
        PyErr_Fetch(&type, &value, &traceback);
        if (PyDict_DelItemString(dict, "spam.module") < 0) {
            PyErr_Clear();
        }
        PyErr_Restore(type, value, traceback);
        return -1;
    }
    return 0;
}

static PyModuleDef_Slot spam_slots[] = {
    {Py_mod_exec, spam_exec_alone},
#ifdef Py_MOD_PER_INTERPRETER_GIL_SUPPORTED
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
    {0, NULL},
};

static struct PyModuleDef def = {
    PyModuleDef_HEAD_INIT, "spam", NULL, sizeof(spam_state), NULL,
    .m_slots = spam_slots,
    .m_traverse = spam_traverse,
    .m_clear = spam_clear,
    .m_free = spam_free,
};
static int
spam_exec(PyObject *module)
{
    spam_state *state = get_spam_state(module);
    PyObject *capsule;
    state->Egg_Type = (PyTypeObject *)PyType_FromModuleAndSpec(
        module, &Egg_Type_spec, NULL);
    if (state->Egg_Type == NULL) {
        return -1;
    }
    Py_INCREF(state->Egg_Type);
    if (PyModule_AddObject(module, "Egg", (PyObject *)state->Egg_Type) < 0) {
        Py_DECREF(state->Egg_Type);
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
