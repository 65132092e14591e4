/* Types of the module derive from one that Python code cannot derive from. */
#include <Python.h>

static PyObject *
base_name(PyObject *self, PyObject *Py_UNUSED(ignored))
{
    return PyUnicode_FromString(Py_TYPE(self)->tp_name);
}

static PyMethodDef base_methods[] = {
    {"name", base_name, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

typedef struct {
    PyTypeObject *Base_Type;
    PyTypeObject *One_Type;
    PyTypeObject *Open_Type;
} spam_state;

#ifndef Py_TPFLAGS_IMMUTABLETYPE /* before Python 3.10 */
#define Py_TPFLAGS_IMMUTABLETYPE (1UL << 8)
#endif

static inline spam_state *
get_spam_state(PyObject *module)
{
    return (spam_state *)PyModule_GetState(module);
}

static inline PyTypeObject *
spam_new_type(PyObject *module, PyType_Spec *spec, PyTypeObject *base)
{
    PyObject *bases = NULL;
    unsigned long sealed = 0;
    if (base != NULL) {
        bases = PyTuple_Pack(1, (PyObject *)base);
        if (bases == NULL) {
            return NULL;
        }
        /* Only types of this module derive from such a base. */
        sealed = ~base->tp_flags & Py_TPFLAGS_BASETYPE;
        base->tp_flags |= sealed;
    }
    PyTypeObject *type =
        (PyTypeObject *)PyType_FromModuleAndSpec(module, spec, bases);
    if (base != NULL) {
        base->tp_flags &= ~sealed;
    }
    Py_XDECREF(bases);
    return type;
}

static void
Base_dealloc(PyObject *self)
{
    PyTypeObject *tp = Py_TYPE(self);
    PyObject_GC_UnTrack(self);
    tp->tp_free(self);
    Py_DECREF(tp);
}

static int
Base_traverse(PyObject *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    return 0;
}

static PyType_Slot Base_Type_slots[] = {
    {Py_tp_methods, base_methods},
    {Py_tp_new, PyType_GenericNew},
    {Py_tp_dealloc, Base_dealloc},
    {Py_tp_traverse, Base_traverse},
    {0, NULL},
};

static PyType_Spec Base_Type_spec = {
    .name = "spam.Base",
    .basicsize = sizeof(PyObject),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC |
        Py_TPFLAGS_IMMUTABLETYPE,
    .slots = Base_Type_slots,
};

static PyType_Slot One_Type_slots[] = {
    {Py_tp_new, PyType_GenericNew},
    {0, NULL},
};

static PyType_Spec One_Type_spec = {
    .name = "spam.One",
    .basicsize = sizeof(PyObject),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE,
    .slots = One_Type_slots,
};

static PyType_Slot Open_Type_slots[] = {
    {Py_tp_new, PyType_GenericNew},
    {0, NULL},
};

static PyType_Spec Open_Type_spec = {
    .name = "spam.Open",
    .basicsize = sizeof(PyObject),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE |
        Py_TPFLAGS_IMMUTABLETYPE,
    .slots = Open_Type_slots,
};

static int
spam_traverse(PyObject *module, visitproc visit, void *arg)
{
    spam_state *state = get_spam_state(module);
    Py_VISIT(state->Base_Type);
    Py_VISIT(state->One_Type);
    Py_VISIT(state->Open_Type);
    return 0;
}

static int
spam_clear(PyObject *module)
{
    spam_state *state = get_spam_state(module);
    Py_CLEAR(state->Base_Type);
    Py_CLEAR(state->One_Type);
    Py_CLEAR(state->Open_Type);
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
    if ((state->Base_Type = spam_new_type(module, &Base_Type_spec,
                                          NULL)) == NULL
        || (state->One_Type = spam_new_type(module, &One_Type_spec,
                                            state->Base_Type)) == NULL
        || (state->Open_Type = spam_new_type(module, &Open_Type_spec,
                                             state->One_Type)) == NULL)
    {
        return -1;
    }
    if (PyModule_AddObjectRef(module, "Base",
                              (PyObject *)state->Base_Type) < 0
        || PyModule_AddObjectRef(module, "One",
                                 (PyObject *)state->One_Type) < 0
        || PyModule_AddObjectRef(module, "Open",
                                 (PyObject *)state->Open_Type) < 0)
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
