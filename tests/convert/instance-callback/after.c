/* Functions that others call, with an instance among their arguments; and one that is called
 * through a pointer of the module's own, beside functions of Python's that are called so. */
#include <Python.h>
#include <stdlib.h>

typedef struct {
    PyObject *SpamError;
    PyTypeObject *Spam_Type;
} spam_state;

#ifndef Py_TPFLAGS_IMMUTABLETYPE /* before Python 3.10 */
#define Py_TPFLAGS_IMMUTABLETYPE (1UL << 8)
#endif

static struct PyModuleDef spam_module;

static inline spam_state *
get_spam_state(PyObject *module)
{
    return (spam_state *)PyModule_GetState(module);
}

static inline spam_state *
get_spam_state_by_type(PyTypeObject *type)
{
#if PY_VERSION_HEX >= 0x030B0000
    PyObject *module = PyType_GetModuleByDef(type, &spam_module);
#else
    PyObject *module = NULL;
    for (Py_ssize_t i = 0; i < PyTuple_GET_SIZE(type->tp_mro); i++) {
        PyTypeObject *base = (PyTypeObject *)PyTuple_GET_ITEM(type->tp_mro, i);
        if (!PyType_HasFeature(base, Py_TPFLAGS_HEAPTYPE)) {
            continue;
        }
        PyObject *candidate = ((PyHeapTypeObject *)base)->ht_module;
        if (candidate != NULL && PyModule_GetDef(candidate) == &spam_module) {
            module = candidate;
            break;
        }
    }
#endif
    return module != NULL ? get_spam_state(module) : NULL;
}

/* By a type of this module that has no subclasses. */
static inline spam_state *
get_spam_state_by_final_type(PyTypeObject *type)
{
    return get_spam_state(((PyHeapTypeObject *)type)->ht_module);
}

typedef struct {
    PyObject_HEAD
    PyObject *(*next)(spam_state *state, void *);
} Spam;

static PyObject *
next_spam(spam_state *state, void *data)
{
    Spam *self = (Spam *)data;
    PyErr_Format(state->SpamError, "no more of %p", self);
    return NULL;
}

static int
compare(Spam *one, const void *two)
{
    if (two == NULL) {
        spam_state *state = get_spam_state_by_type(Py_TYPE(one));
        PyErr_SetNone(state->SpamError);
    }
    return (void *)one < two;
}

static int
compare_key(const void *key, const void *two)
{
    Spam *self = (Spam *)key;
    if (two == NULL) {
        spam_state *state = get_spam_state_by_type(Py_TYPE((PyObject *)key));
        PyErr_Format(state->SpamError, "nothing beside %p", self);
    }
    return (void *)self < two;
}

static PyObject *
spam_new(PyTypeObject *type, PyObject *args, PyObject *kwargs)
{
    Spam *self = (Spam *)type->tp_alloc(type, 0);
    if (self != NULL) {
        self->next = next_spam;
    }
    return (PyObject *)self;
}

static PyObject *
spam_next(PyObject *self)
{
    spam_state *state = get_spam_state_by_final_type(Py_TYPE(self));
    if (bsearch(self, NULL, 0, 1, (int (*)(const void *, const void *))compare)
        || bsearch(self, NULL, 0, 1, compare_key)) {
        return NULL;
    }
    return ((Spam *)self)->next(state, self);
}

static void
Spam_dealloc(PyObject *self)
{
    PyTypeObject *tp = Py_TYPE(self);
    tp->tp_free(self);
    Py_DECREF(tp);
}

static PyType_Slot Spam_Type_slots[] = {
    {Py_tp_new, spam_new},
    {Py_tp_iternext, spam_next},
    {Py_tp_iter, PyObject_SelfIter},
    {Py_tp_dealloc, Spam_dealloc},
    {0, NULL},
};

static PyType_Spec Spam_Type_spec = {
    .name = "spam.Spam",
    .basicsize = sizeof(Spam),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE,
    .slots = Spam_Type_slots,
};

static int
spam_traverse(PyObject *module, visitproc visit, void *arg)
{
    spam_state *state = get_spam_state(module);
    Py_VISIT(state->SpamError);
    Py_VISIT(state->Spam_Type);
    return 0;
}

static int
spam_clear(PyObject *module)
{
    spam_state *state = get_spam_state(module);
    Py_CLEAR(state->SpamError);
    Py_CLEAR(state->Spam_Type);
    return 0;
}

static void
spam_free(void *module)
{
    (void)spam_clear((PyObject *)module);
}

static int spam_exec(PyObject *m);

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
spam_exec(PyObject *m)
{
    spam_state *state = get_spam_state(m);
    state->Spam_Type = (PyTypeObject *)PyType_FromModuleAndSpec(
        m, &Spam_Type_spec, NULL);
    if (state->Spam_Type == NULL) {
        return -1;
    }
    state->SpamError = PyErr_NewException("spam.Error", NULL, NULL);
    if (state->SpamError == NULL) {
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&spam_module);
}
