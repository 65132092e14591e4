/* A path of tp_dealloc that returns before the instance is freed loses it, and now what it keeps,
 * too: that is told.  Not where the instance may be used again. */
#include <Python.h>

typedef struct {
    PyObject_HEAD
    int *data;
} Lost;

static void
Lost_dealloc(Lost *self)
{
    PyTypeObject *tp = Py_TYPE(self);
    if (!self->data)
        return;
    PyMem_Free(self->data);
    tp->tp_free(self);
    Py_DECREF(tp);
}

typedef struct {
    PyTypeObject *Lost_Type;
    PyTypeObject *LostAgain_Type;
    PyTypeObject *Used_Type;
    PyTypeObject *Counted_Type;
    PyTypeObject *Kept_Type;
    PyTypeObject *Whole_Type;
} spam_state;

#ifndef Py_TPFLAGS_IMMUTABLETYPE /* before Python 3.10 */
#define Py_TPFLAGS_IMMUTABLETYPE (1UL << 8)
#endif

static inline spam_state *
get_spam_state(PyObject *module)
{
    return (spam_state *)PyModule_GetState(module);
}

static PyType_Slot Lost_Type_slots[] = {
    {Py_tp_new, PyType_GenericNew},
    {Py_tp_dealloc, Lost_dealloc},
    {0, NULL},
};

static PyType_Spec Lost_Type_spec = {
    .name = "spam.Lost",
    .basicsize = sizeof(Lost),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE,
    .slots = Lost_Type_slots,
};

typedef struct {
    PyObject_HEAD
    int *data;
} LostAgain;

static void
LostAgain_dealloc(PyObject *self)
{
    PyTypeObject *tp = Py_TYPE(self);
    LostAgain *again = (LostAgain *)self;
    if (again->data == NULL) {
        PySys_WriteStderr("spam: nothing to free\n");
        return;
    }
    PyMem_Free(again->data);
    Py_TYPE(self)->tp_free(self);
    Py_DECREF(tp);
}

static PyType_Slot LostAgain_Type_slots[] = {
    {Py_tp_new, PyType_GenericNew},
    {Py_tp_dealloc, LostAgain_dealloc},
    {0, NULL},
};

static PyType_Spec LostAgain_Type_spec = {
    .name = "spam.LostAgain",
    .basicsize = sizeof(LostAgain),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE,
    .slots = LostAgain_Type_slots,
};

typedef struct {
    PyObject_HEAD
    int *data;
} Used;

static void
Used_dealloc(PyObject *self)
{
    PyTypeObject *tp = Py_TYPE(self);
    int result = PyObject_CallFinalizerFromDealloc(self);
    if (result < 0) {
        return;
    }
    Py_TYPE(self)->tp_free(self);
    Py_DECREF(tp);
}

static PyType_Slot Used_Type_slots[] = {
    {Py_tp_new, PyType_GenericNew},
    {Py_tp_dealloc, Used_dealloc},
    {0, NULL},
};

static PyType_Spec Used_Type_spec = {
    .name = "spam.Used",
    .basicsize = sizeof(Used),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE,
    .slots = Used_Type_slots,
};

typedef struct {
    PyObject_HEAD
    int *data;
} Counted;

static void
Counted_dealloc(PyObject *self)
{
    PyTypeObject *tp = Py_TYPE(self);
    PyMem_Free(((Counted *)self)->data);
    if (Py_REFCNT(self) > 0) {
        return;
    }
    Py_TYPE(self)->tp_free(self);
    Py_DECREF(tp);
}

static PyType_Slot Counted_Type_slots[] = {
    {Py_tp_new, PyType_GenericNew},
    {Py_tp_dealloc, Counted_dealloc},
    {0, NULL},
};

static PyType_Spec Counted_Type_spec = {
    .name = "spam.Counted",
    .basicsize = sizeof(Counted),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE,
    .slots = Counted_Type_slots,
};

typedef struct {
    PyObject_HEAD
    int *data;
} Kept;

static int
keep(Kept *kept)
{
    kept->data = NULL;
    return 0;
}

static void
Kept_dealloc(Kept *self)
{
    PyTypeObject *tp = Py_TYPE(self);
    if (keep(self)) {
        return;
    }
    tp->tp_free(self);
    Py_DECREF(tp);
}

static PyType_Slot Kept_Type_slots[] = {
    {Py_tp_new, PyType_GenericNew},
    {Py_tp_dealloc, Kept_dealloc},
    {0, NULL},
};

static PyType_Spec Kept_Type_spec = {
    .name = "spam.Kept",
    .basicsize = sizeof(Kept),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE,
    .slots = Kept_Type_slots,
};

typedef struct {
    PyObject_HEAD
    int *data;
} Whole;

static void
Whole_dealloc(Whole *self)
{
    PyTypeObject *tp = Py_TYPE(self);
    if (!self->data) {
        tp->tp_free(self);
        Py_DECREF(tp);
        return;
    }
    PyMem_Free(self->data);
    tp->tp_free(self);
    Py_DECREF(tp);
}

static PyType_Slot Whole_Type_slots[] = {
    {Py_tp_new, PyType_GenericNew},
    {Py_tp_dealloc, Whole_dealloc},
    {0, NULL},
};

static PyType_Spec Whole_Type_spec = {
    .name = "spam.Whole",
    .basicsize = sizeof(Whole),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE,
    .slots = Whole_Type_slots,
};

static int
spam_traverse(PyObject *module, visitproc visit, void *arg)
{
    spam_state *state = get_spam_state(module);
    Py_VISIT(state->Lost_Type);
    Py_VISIT(state->LostAgain_Type);
    Py_VISIT(state->Used_Type);
    Py_VISIT(state->Counted_Type);
    Py_VISIT(state->Kept_Type);
    Py_VISIT(state->Whole_Type);
    return 0;
}

static int
spam_clear(PyObject *module)
{
    spam_state *state = get_spam_state(module);
    Py_CLEAR(state->Lost_Type);
    Py_CLEAR(state->LostAgain_Type);
    Py_CLEAR(state->Used_Type);
    Py_CLEAR(state->Counted_Type);
    Py_CLEAR(state->Kept_Type);
    Py_CLEAR(state->Whole_Type);
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
    state->Lost_Type = (PyTypeObject *)PyType_FromModuleAndSpec(
        module, &Lost_Type_spec, NULL);
    if (state->Lost_Type == NULL) {
        return -1;
    }
    state->LostAgain_Type = (PyTypeObject *)PyType_FromModuleAndSpec(
        module, &LostAgain_Type_spec, NULL);
    if (state->LostAgain_Type == NULL) {
        return -1;
    }
    state->Used_Type = (PyTypeObject *)PyType_FromModuleAndSpec(
        module, &Used_Type_spec, NULL);
    if (state->Used_Type == NULL) {
        return -1;
    }
    state->Counted_Type = (PyTypeObject *)PyType_FromModuleAndSpec(
        module, &Counted_Type_spec, NULL);
    if (state->Counted_Type == NULL) {
        return -1;
    }
    state->Kept_Type = (PyTypeObject *)PyType_FromModuleAndSpec(
        module, &Kept_Type_spec, NULL);
    if (state->Kept_Type == NULL) {
        return -1;
    }
    state->Whole_Type = (PyTypeObject *)PyType_FromModuleAndSpec(
        module, &Whole_Type_spec, NULL);
    if (state->Whole_Type == NULL) {
        return -1;
    }
    if (PyModule_AddType(module, state->Lost_Type) < 0
        || PyModule_AddType(module, state->LostAgain_Type) < 0
        || PyModule_AddType(module, state->Used_Type) < 0
        || PyModule_AddType(module, state->Counted_Type) < 0
        || PyModule_AddType(module, state->Kept_Type) < 0
        || PyModule_AddType(module, state->Whole_Type) < 0) {
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&spam_module);
}
