/* A macro makes each type ready and publishes it: the types are made first, and are ready when
 * it comes to them. */
#include <Python.h>

typedef struct {
    PyObject_HEAD
    int number;
} Spam;

static PyObject *
Spam_number(PyObject *self, PyObject *Py_UNUSED(ignored))
{
    return PyLong_FromLong(((Spam *)self)->number);
}

static PyMethodDef Spam_methods[] = {
    {"number", Spam_number, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

typedef struct {
    PyTypeObject *Spam_Type;
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

static void
Spam_dealloc(PyObject *self)
{
    PyTypeObject *tp = Py_TYPE(self);
    tp->tp_free(self);
    Py_DECREF(tp);
}

static PyType_Slot Spam_Type_slots[] = {
    {Py_tp_methods, Spam_methods},
    {Py_tp_new, PyType_GenericNew},
    {Py_tp_dealloc, Spam_dealloc},
    {0, NULL},
};

static PyType_Spec Spam_Type_spec = {
    .name = "spam.Spam",
    .basicsize = sizeof(Spam),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE,
    .slots = Spam_Type_slots,
};
static void
Egg_dealloc(PyObject *self)
{
    PyTypeObject *tp = Py_TYPE(self);
    tp->tp_free(self);
    Py_DECREF(tp);
}

static PyType_Slot Egg_Type_slots[] = {
    {Py_tp_methods, Spam_methods},
    {Py_tp_new, PyType_GenericNew},
    {Py_tp_dealloc, Egg_dealloc},
    {0, NULL},
};

static PyType_Spec Egg_Type_spec = {
    .name = "spam.Egg",
    .basicsize = sizeof(Spam),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE,
    .slots = Egg_Type_slots,
};

static int
spam_traverse(PyObject *module, visitproc visit, void *arg)
{
    spam_state *state = get_spam_state(module);
    Py_VISIT(state->Spam_Type);
    Py_VISIT(state->Egg_Type);
    return 0;
}

static int
spam_clear(PyObject *module)
{
    spam_state *state = get_spam_state(module);
    Py_CLEAR(state->Spam_Type);
    Py_CLEAR(state->Egg_Type);
    return 0;
}

static void
spam_free(void *module)
{
    (void)spam_clear((PyObject *)module);
}

static int spam_exec(PyObject *module);

static PyModuleDef_Slot spam_slots[] = {
    {Py_mod_exec, spam_exec},
#ifdef Py_MOD_PER_INTERPRETER_GIL_SUPPORTED
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
    {0, NULL},
};

static struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT, .m_name = "spam", .m_size = sizeof(spam_state),
    .m_slots = spam_slots,
    .m_traverse = spam_traverse,
    .m_clear = spam_clear,
    .m_free = spam_free,
};

static int
spam_exec(PyObject *module)
{
    spam_state *state = get_spam_state(module);
    state->Spam_Type = (PyTypeObject *)PyType_FromModuleAndSpec(
        module, &Spam_Type_spec, NULL);
    if (state->Spam_Type == NULL) {
        return -1;
    }
    state->Egg_Type = (PyTypeObject *)PyType_FromModuleAndSpec(
        module, &Egg_Type_spec, NULL);
    if (state->Egg_Type == NULL) {
        return -1;
    }
#define INIT_TYPE(name, type)                                          \
    do {                                                               \
        if (PyType_Ready(type) < 0) {                                  \
            goto error;                                                \
        }                                                              \
        Py_INCREF((PyObject *)type);                                   \
        if (PyModule_AddObject(module, name, (PyObject *)type) < 0) {  \
            Py_DECREF((PyObject *)type);                               \
            goto error;                                                \
        }                                                              \
    } while (0)

    INIT_TYPE("Spam", state->Spam_Type);
    INIT_TYPE("Egg", state->Egg_Type);
#undef INIT_TYPE
    return 0;
error:
    return -1;
}

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&spam_module);
}
