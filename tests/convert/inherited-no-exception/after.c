/* What exec leaves NULL where it fails, without telling, is asked for by a method that then
 * fails without an exception: so it does after the conversion. */
#include <Python.h>

typedef struct {
    PyObject *cleaner;
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

static int
find_cleaner(spam_state *state)
{
    PyObject *util = PyImport_ImportModule("string");
    if (util == NULL) {
        return -1;
    }
    state->cleaner = PyObject_GetAttrString(util, "capwords");
    Py_DECREF(util);
    return 0;
}

static PyObject *
clean(PyObject *self, PyObject *text)
{
    spam_state *state = get_spam_state_by_type(Py_TYPE(self));
    if (state->cleaner == NULL) return NULL;
    return PyObject_CallFunction(state->cleaner, "O", text);
}

static PyMethodDef Spam_methods[] = {
    {"clean", clean, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static void
Spam_dealloc(PyObject *self)
{
    PyTypeObject *tp = Py_TYPE(self);
    PyObject_GC_UnTrack(self);
    tp->tp_free(self);
    Py_DECREF(tp);
}

static int
Spam_traverse(PyObject *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    return 0;
}

static PyType_Slot Spam_Type_slots[] = {
    {Py_tp_methods, Spam_methods},
    {Py_tp_new, PyType_GenericNew},
    {Py_tp_dealloc, Spam_dealloc},
    {Py_tp_traverse, Spam_traverse},
    {0, NULL},
};

static PyType_Spec Spam_Type_spec = {
    .name = "spam.Spam",
    .basicsize = sizeof(PyObject),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE | Py_TPFLAGS_HAVE_GC |
        Py_TPFLAGS_IMMUTABLETYPE,
    .slots = Spam_Type_slots,
};

static int
spam_traverse(PyObject *module, visitproc visit, void *arg)
{
    spam_state *state = get_spam_state(module);
    Py_VISIT(state->cleaner);
    Py_VISIT(state->Spam_Type);
    return 0;
}

static int
spam_clear(PyObject *module)
{
    spam_state *state = get_spam_state(module);
    Py_CLEAR(state->cleaner);
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

static struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT, "spam", NULL, sizeof(spam_state), NULL, spam_slots, spam_traverse, spam_clear, spam_free
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
    Py_INCREF(state->Spam_Type);
    if (find_cleaner(state) < 0 || PyModule_AddObject(
            module, "Spam", (PyObject *)state->Spam_Type) < 0) {
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&spam_module);
}
