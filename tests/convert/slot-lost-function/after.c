/* Import gives a slot another function: what the static type named for it goes, unless
 * something else names it, in this build or another. */
#include <Python.h>

typedef struct {
    PyObject_HEAD
    int size;
} SpamObject;

static PyObject *Spam_repr(SpamObject *self);

typedef struct {
    PyTypeObject *Spam_Type;
    PyTypeObject *Eggs_Type;
} spam_state;

#ifndef Py_TPFLAGS_IMMUTABLETYPE /* before Python 3.10 */
#define Py_TPFLAGS_IMMUTABLETYPE (1UL << 8)
#define Py_TPFLAGS_DISALLOW_INSTANTIATION (1UL << 7)
#endif

static inline spam_state *
get_spam_state(PyObject *module)
{
    return (spam_state *)PyModule_GetState(module);
}

static inline PyTypeObject *
spam_new_type(PyObject *module, PyType_Spec *spec)
{
    PyTypeObject *type =
        (PyTypeObject *)PyType_FromModuleAndSpec(module, spec, NULL);
#if PY_VERSION_HEX < 0x030A0000
    if (type != NULL && (spec->flags & Py_TPFLAGS_DISALLOW_INSTANTIATION)) {
        type->tp_new = NULL;
    }
#endif
    return type;
}

static void
Spam_dealloc(PyObject *self)
{
    PyTypeObject *tp = Py_TYPE(self);
    tp->tp_free(self);
    Py_DECREF(tp);
}

static PyType_Slot Spam_Type_slots[] = {
    {Py_tp_repr, Spam_repr},
    {Py_tp_new, PyType_GenericNew},
    {Py_tp_dealloc, Spam_dealloc},
    {0, NULL},
};

static PyType_Spec Spam_Type_spec = {
    .name = "spam.Spam",
    .basicsize = sizeof(SpamObject),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE,
    .slots = Spam_Type_slots,
};

static PyObject *
Spam_repr(SpamObject *self)
{
    return PyUnicode_FromFormat("<Spam %d>", self->size);
}

static PyObject *
Eggs_repr(SpamObject *self)
{
    return PyUnicode_FromFormat("<Eggs %d>", self->size);
}

static PyObject *
Eggs_str(SpamObject *self)
{
    return PyUnicode_FromFormat("%d eggs", self->size);
}

static void
Eggs_dealloc(PyObject *self)
{
    PyTypeObject *tp = Py_TYPE(self);
    tp->tp_free(self);
    Py_DECREF(tp);
}

static PyType_Slot Eggs_Type_slots[] = {
    {Py_tp_repr, Spam_repr},
    {Py_tp_str, Spam_repr},
    {Py_tp_dealloc, Eggs_dealloc},
    {0, NULL},
};

static PyType_Spec Eggs_Type_spec = {
    .name = "spam.Eggs",
    .basicsize = sizeof(SpamObject),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE |
        Py_TPFLAGS_DISALLOW_INSTANTIATION,
    .slots = Eggs_Type_slots,
};

static PyObject *
spam_show(PyObject *module, PyObject *Py_UNUSED(args))
{
    spam_state *state = get_spam_state(module);
    SpamObject *one = PyObject_New(SpamObject, state->Eggs_Type);
    PyObject *result;
    if (one == NULL) {
        return NULL;
    }
    one->size = 1;
    result = Eggs_repr(one);
    Py_DECREF(one);
    return result;
}

static PyMethodDef spam_methods[] = {
    {"show", spam_show, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static int
spam_traverse(PyObject *module, visitproc visit, void *arg)
{
    spam_state *state = get_spam_state(module);
    Py_VISIT(state->Spam_Type);
    Py_VISIT(state->Eggs_Type);
    return 0;
}

static int
spam_clear(PyObject *module)
{
    spam_state *state = get_spam_state(module);
    Py_CLEAR(state->Spam_Type);
    Py_CLEAR(state->Eggs_Type);
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
    PyModuleDef_HEAD_INIT,
    .m_name = "spam",
    .m_size = sizeof(spam_state),
    .m_methods = spam_methods,
    .m_slots = spam_slots,
    .m_traverse = spam_traverse,
    .m_clear = spam_clear,
    .m_free = spam_free,
};

static int
spam_exec(PyObject *m)
{
    spam_state *state = get_spam_state(m);
#ifdef SPAM_EGGS
    (void)Eggs_str;
#endif
    if ((state->Spam_Type = spam_new_type(m, &Spam_Type_spec)) == NULL
        || (state->Eggs_Type = spam_new_type(m, &Eggs_Type_spec)) == NULL) {
        return -1;
    }
    if (PyModule_AddObjectRef(m, "Spam", (PyObject *)state->Spam_Type) < 0
        || PyModule_AddObjectRef(m, "Eggs",
                                 (PyObject *)state->Eggs_Type) < 0) {
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&spam_module);
}
