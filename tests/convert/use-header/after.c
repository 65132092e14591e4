/* What old Pythons lack comes from insulate.h: the state by the type, flags of types, a
 * class without instances, a name without a dot. */
#include <Python.h>

#include <stdio.h>
#include "insulate/backports.h"
#include "insulate/heap_types.h"

typedef struct {
    PyObject_HEAD
    long value;
    void *state; /* of the module, once it was looked up */
} Number;

typedef struct {
    PyObject *SpamError;
    PyTypeObject *Number_Type;
    PyTypeObject *Token_Type;
    PyTypeObject *Even_Type;
} spam_state;

static struct PyModuleDef spam_module;

static inline spam_state *
get_spam_state(PyObject *module)
{
    return (spam_state *)PyModule_GetState(module);
}

static inline spam_state *
get_spam_state_by_type(PyTypeObject *type)
{
    PyObject *module = PyType_GetModuleByDef(type, &spam_module);
    return module != NULL ? get_spam_state(module) : NULL;
}

/* By an instance, which keeps it in *kept: its type holds the module. */
static inline spam_state *
get_spam_state_kept(PyTypeObject *type, void **kept)
{
    if (*kept != NULL) {
        return (spam_state *)*kept;
    }
    spam_state *state = get_spam_state_by_type(type);
    *kept = state;
    return state;
}

/* For binary slots: either operand may be of a type of this module. */
static inline spam_state *
get_spam_state_by_operands(PyObject *left, PyObject *right)
{
    spam_state *state = get_spam_state_by_type(Py_TYPE(left));
    if (state == NULL) {
        PyErr_Clear();
        state = get_spam_state_by_type(Py_TYPE(right));
    }
    return state;
}

static PyObject *
number_add(PyObject *left, PyObject *right)
{
    spam_state *state = get_spam_state_by_operands(left, right);
    if (!PyObject_TypeCheck(left, state->Number_Type)
        || !PyObject_TypeCheck(right, state->Number_Type))
    {
        Py_RETURN_NOTIMPLEMENTED;
    }
    if (((Number *)left)->value < 0) {
        PyErr_SetString(state->SpamError, "negative");
        return NULL;
    }
    return PyLong_FromLong(((Number *)left)->value + ((Number *)right)->value);
}

static PyObject *
number_fail(PyObject *self, PyObject *Py_UNUSED(ignored))
{
    spam_state *state = get_spam_state_kept(Py_TYPE(self),
                                            &((Number *)self)->state);
    return PyErr_Format(state->SpamError, "%ld", ((Number *)self)->value);
}

static PyMethodDef number_methods[] = {
    {"fail", number_fail, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static void
Number_dealloc(PyObject *self)
{
    PyObject_GC_UnTrack(self);
    Insulate_Free(self);
}

static int
Number_traverse(PyObject *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    return 0;
}

static PyType_Slot Number_Type_slots[] = {
    {Py_nb_add, number_add},
    {Py_tp_methods, number_methods},
    {Py_tp_new, PyType_GenericNew},
    {Py_tp_dealloc, Number_dealloc},
    {Py_tp_traverse, Number_traverse},
    {0, NULL},
};

static PyType_Spec Number_Type_spec = {
    .name = "spam.Number",
    .basicsize = sizeof(Number),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE | Py_TPFLAGS_HAVE_GC |
        INSULATE_IMMUTABLE_IF_POSSIBLE,
    .slots = Number_Type_slots,
};

static void
Token_dealloc(PyObject *self)
{
    Insulate_Free(self);
}

static PyMethodDef spam_reducing[] = {
    {"__reduce_ex__", Insulate_RefuseOldReduce, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static PyType_Slot Token_Type_slots[] = {
    {Py_tp_dealloc, Token_dealloc},
    {Py_tp_methods, spam_reducing},
    {0, NULL},
};

static PyType_Spec Token_Type_spec = {
    .name = "token",
    .basicsize = sizeof(Number),
    .flags = Py_TPFLAGS_DEFAULT | INSULATE_IMMUTABLE_IF_POSSIBLE |
        INSULATE_NO_INSTANCES,
    .slots = Token_Type_slots,
};

static PyType_Slot Even_Type_slots[] = {
    {Py_tp_methods, spam_reducing},
    {0, NULL},
};

static PyType_Spec Even_Type_spec = {
    .name = "spam.Even",
    .basicsize = sizeof(Number),
    .flags = Py_TPFLAGS_DEFAULT | INSULATE_IMMUTABLE_IF_POSSIBLE,
    .slots = Even_Type_slots,
};

static int
spam_traverse(PyObject *module, visitproc visit, void *arg)
{
    spam_state *state = get_spam_state(module);
    Py_VISIT(state->SpamError);
    Py_VISIT(state->Number_Type);
    Py_VISIT(state->Token_Type);
    Py_VISIT(state->Even_Type);
    return 0;
}

static int
spam_clear(PyObject *module)
{
    spam_state *state = get_spam_state(module);
    Py_CLEAR(state->SpamError);
    Py_CLEAR(state->Number_Type);
    Py_CLEAR(state->Token_Type);
    Py_CLEAR(state->Even_Type);
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
    .m_slots = spam_slots,
    .m_traverse = spam_traverse,
    .m_clear = spam_clear,
    .m_free = spam_free,
};

static int
spam_exec(PyObject *m)
{
    spam_state *state = get_spam_state(m);
    if ((state->Number_Type = Insulate_NewType(m, &Number_Type_spec, NULL)) == NULL || (state->Token_Type = Insulate_NewType(m, &Token_Type_spec, NULL)) == NULL
        || (state->Even_Type = Insulate_NewType(m, &Even_Type_spec, (PyObject *)state->Number_Type)) == NULL)
    {
        return -1;
    }
    state->SpamError = PyErr_NewException("spam.Error", NULL, NULL);
    Py_XINCREF(state->SpamError);
    if (PyModule_AddObject(m, "Error", state->SpamError) < 0) {
        Py_XDECREF(state->SpamError);
        return -1;
    }
    Py_INCREF(state->Even_Type);
    if (PyModule_AddObject(m, "Even", (PyObject *)state->Even_Type) < 0) {
        Py_DECREF(state->Even_Type);
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&spam_module);
}
