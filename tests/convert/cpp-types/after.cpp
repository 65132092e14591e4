#include <Python.h>

#include <cmath>

namespace {

struct Vector {
    PyObject_HEAD
    double *items;
    Py_ssize_t size;
};

extern "C" PyObject *vector_norm(PyObject *self, PyObject *);

}

static void vector_dealloc(PyObject *self)
{
    PyTypeObject *tp = Py_TYPE(self);
    delete[] reinterpret_cast<Vector *>(self)->items;
    Py_TYPE(self)->tp_free(self);
    Py_DECREF(tp);
}

typedef struct {
    // Raised for vectors without items.
    PyObject *EmptyError;
    PyObject *names[2];
    long n_norms;
    PyTypeObject *Vector_Type;
} spam_state;

#ifndef Py_TPFLAGS_IMMUTABLETYPE /* before Python 3.10 */
#define Py_TPFLAGS_IMMUTABLETYPE (1UL << 8)
#endif

static inline spam_state *get_spam_state(PyObject *module)
{
    return (spam_state *)PyModule_GetState(module);
}

/* By a type of this module that has no subclasses. */
static inline spam_state *get_spam_state_by_final_type(PyTypeObject *type)
{
    return get_spam_state(((PyHeapTypeObject *)type)->ht_module);
}

static int vector_init(PyObject *self, PyObject *args, PyObject *)
{
    Py_ssize_t size;
    if (!PyArg_ParseTuple(args, "n", &size)) {
        return -1;
    }
    if (size <= 0) {
        spam_state *state = get_spam_state_by_final_type(Py_TYPE(self));
        PyErr_SetString(state->EmptyError, "no items");
        return -1;
    }
    auto vector = reinterpret_cast<Vector *>(self);
    delete[] vector->items;
    vector->items = new double[size];
    vector->size = size;
    for (Py_ssize_t i = 0; i < size; i++) {
        vector->items[i] = 1.0;
    }
    return 0;
}

static PyMethodDef vector_methods[] = {
    {"norm", vector_norm, METH_NOARGS, nullptr},
    {nullptr, nullptr, 0, nullptr},
};

static PyType_Slot Vector_Type_slots[] = {
    {Py_tp_dealloc, (void *)vector_dealloc},
    {Py_tp_doc, (void *)"A vector."},
    {Py_tp_methods, vector_methods},
    {Py_tp_init, (void *)vector_init},
    {Py_tp_new, (void *)PyType_GenericNew},
    {0, nullptr},
};

static PyType_Spec Vector_Type_spec = {
    "spam.Vector",
    sizeof(Vector),
    0,
    Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE,
    Vector_Type_slots,
};

extern "C" PyObject *vector_norm(PyObject *self, PyObject *)
{
    spam_state *state = get_spam_state_by_final_type(Py_TYPE(self));
    auto vector = reinterpret_cast<Vector *>(self);
    double sum = 0.0;
    if (!PyObject_TypeCheck(self, state->Vector_Type)) {
        PyErr_BadInternalCall();
        return nullptr;
    }
    for (Py_ssize_t i = 0; i < vector->size; i++) {
        sum += vector->items[i] * vector->items[i];
    }
    state->n_norms++;
    return Py_BuildValue("{OdOl}", state->names[0], std::sqrt(sum),
                         state->names[1], state->n_norms);
}

static int spam_traverse(PyObject *module, visitproc visit, void *arg)
{
    spam_state *state = get_spam_state(module);
    Py_VISIT(state->EmptyError);
    for (size_t i = 0; i < sizeof(state->names) / sizeof(*state->names); i++) {
        Py_VISIT(state->names[i]);
    }
    Py_VISIT(state->Vector_Type);
    return 0;
}

static int spam_clear(PyObject *module)
{
    spam_state *state = get_spam_state(module);
    Py_CLEAR(state->EmptyError);
    for (size_t i = 0; i < sizeof(state->names) / sizeof(*state->names); i++) {
        Py_CLEAR(state->names[i]);
    }
    Py_CLEAR(state->Vector_Type);
    return 0;
}

static void spam_free(void *module)
{
    (void)spam_clear((PyObject *)module);
}

static int spam_exec(PyObject *m);

static PyModuleDef_Slot spam_slots[] = {
    {Py_mod_exec, (void *)spam_exec},
#ifdef Py_MOD_PER_INTERPRETER_GIL_SUPPORTED
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
    {0, nullptr},
};

static PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT,
    "spam",
    "Vectors.",
    sizeof(spam_state),
    nullptr,
    spam_slots,
    spam_traverse,
    spam_clear,
    spam_free,
};

static int spam_exec(PyObject *m)
{
    spam_state *state = get_spam_state(m);
    state->names[0] = PyUnicode_InternFromString("norm");
    state->names[1] = PyUnicode_InternFromString("count");
    state->EmptyError = PyErr_NewException("spam.EmptyError", nullptr,
                                           nullptr);
    if (state->names[0] == nullptr || state->names[1] == nullptr
        || state->EmptyError == nullptr
        || (state->Vector_Type = (PyTypeObject *)PyType_FromModuleAndSpec(
                m, &Vector_Type_spec, nullptr)) == nullptr) {
        return -1;
    }
    Py_INCREF(state->Vector_Type);
    if (PyModule_AddObject(
            m, "Vector",
            reinterpret_cast<PyObject *>(state->Vector_Type)) < 0) {
        Py_DECREF(state->Vector_Type);
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC PyInit_spam()
{
    return PyModuleDef_Init(&spam_module);
}
