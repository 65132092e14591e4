/* A constructor that fails frees the instance by the slot of its type: the reference to the heap
 * type goes with it. */
#include <Python.h>
typedef struct { PyObject_HEAD char *buf; } Spam;
static PyObject *
Spam_new(PyTypeObject *type, PyObject *args, PyObject *kw)
{
    Spam *self = (Spam *)type->tp_alloc(type, 0);
    if (self == NULL) {
        return NULL;
    }
    self->buf = malloc(10);
    if (self->buf == NULL) {
        {
            PyTypeObject *tp = Py_TYPE(self);
            tp->tp_free(self);
            Py_DECREF(tp);
        }
        return PyErr_NoMemory();
    }
    return (PyObject *)self;
}
static void
Spam_dealloc(Spam *self)
{
    PyTypeObject *tp = Py_TYPE(self);
    free(self->buf);
    Py_TYPE(self)->tp_free((PyObject *)self);
    Py_DECREF(tp);
}

typedef struct {
    PyTypeObject *Spam_Type;
} spam_state;

#ifndef Py_TPFLAGS_IMMUTABLETYPE /* before Python 3.10 */
#define Py_TPFLAGS_IMMUTABLETYPE (1UL << 8)
#endif

static inline spam_state *
get_spam_state(PyObject *module)
{
    return (spam_state *)PyModule_GetState(module);
}

static PyObject *
make(PyObject *m, PyObject *arg)
{
    spam_state *state = get_spam_state(m);
    Spam *s = PyObject_New(Spam, state->Spam_Type);
    if (s == NULL) {
        return NULL;
    }
    s->buf = malloc(10);
    if (s->buf == NULL) {
        {
            PyTypeObject *tp = Py_TYPE(s);
            tp->tp_free(s);
            Py_DECREF(tp);
        }
        return PyErr_NoMemory();
    }
    return (PyObject *)s;
}
static PyMethodDef methods[] = {
    {"make", make, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};
static PyType_Slot Spam_Type_slots[] = {
    {Py_tp_new, Spam_new},
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
    Py_VISIT(state->Spam_Type);
    return 0;
}

static int
spam_clear(PyObject *module)
{
    spam_state *state = get_spam_state(module);
    Py_CLEAR(state->Spam_Type);
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

static struct PyModuleDef module = {
    PyModuleDef_HEAD_INIT, "spam", NULL, sizeof(spam_state), methods,
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
    return 0;
}

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&module);
}
