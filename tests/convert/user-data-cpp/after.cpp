// User data of a library in C++: a reinterpret_cast in a member's initialiser, and a thread
// state that a callback takes itself.
#include <Python.h>

#include <cstdlib>

typedef struct {
    PyObject_HEAD
    long sign;
} FeedObject;

extern PyType_Spec Feed_Type_spec;

struct Order {
    void *owner;
};

typedef struct {
    PyObject *FeedError;
    PyTypeObject *Feed_Type;
} spam_state;

#ifndef Py_TPFLAGS_IMMUTABLETYPE /* before Python 3.10 */
#define Py_TPFLAGS_IMMUTABLETYPE (1UL << 8)
#endif

static inline spam_state *
get_spam_state(PyObject *module)
{
    return (spam_state *)PyModule_GetState(module);
}

static spam_state *get_spam_state_by_type(PyTypeObject *type);

static int
compare(const void *one, const void *two, void *data)
{
    Order *order = static_cast<Order *>(data);
    FeedObject *self = reinterpret_cast<FeedObject *>(order->owner);
    long a = *static_cast<const long *>(one), b = *static_cast<const long *>(two);
    PyGILState_STATE held = PyGILState_Ensure();
    if (self->sign == 0 && !PyErr_Occurred()) {
        spam_state *state = get_spam_state_by_type(Py_TYPE(self));
        PyErr_SetString(state->FeedError, "no order");
    }
    PyGILState_Release(held);
    return (int)self->sign * ((a > b) - (a < b));
}

static PyObject *
feed_sorted(PyObject *self, PyObject *args)
{
    long numbers[2];
    Order order = {self};
    if (!PyArg_ParseTuple(args, "ll", &numbers[0], &numbers[1])) {
        return nullptr;
    }
    Py_BEGIN_ALLOW_THREADS
    qsort_r(numbers, 2, sizeof numbers[0], compare, &order);
    Py_END_ALLOW_THREADS
    if (PyErr_Occurred()) {
        return nullptr;
    }
    return Py_BuildValue("ll", numbers[0], numbers[1]);
}

static int
feed_init(PyObject *self, PyObject *args, PyObject *)
{
    return PyArg_ParseTuple(args, "l", &((FeedObject *)self)->sign) ? 0 : -1;
}

static PyMethodDef feed_methods[] = {
    {"sorted", feed_sorted, METH_VARARGS, nullptr},
    {nullptr, nullptr, 0, nullptr},
};

static void
Feed_dealloc(PyObject *self)
{
    PyTypeObject *tp = Py_TYPE(self);
    PyObject_GC_UnTrack(self);
    tp->tp_free(self);
    Py_DECREF(tp);
}

static int
Feed_traverse(PyObject *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    return 0;
}

static PyType_Slot Feed_Type_slots[] = {
    {Py_tp_methods, feed_methods},
    {Py_tp_init, (void *)feed_init},
    {Py_tp_new, (void *)PyType_GenericNew},
    {Py_tp_dealloc, (void *)Feed_dealloc},
    {Py_tp_traverse, (void *)Feed_traverse},
    {0, nullptr},
};

PyType_Spec Feed_Type_spec = {
    "spam.Feed",
    sizeof(FeedObject),
    0,
    Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC | Py_TPFLAGS_IMMUTABLETYPE,
    Feed_Type_slots,
};

static int
spam_traverse(PyObject *module, visitproc visit, void *arg)
{
    spam_state *state = get_spam_state(module);
    Py_VISIT(state->FeedError);
    Py_VISIT(state->Feed_Type);
    return 0;
}

static int
spam_clear(PyObject *module)
{
    spam_state *state = get_spam_state(module);
    Py_CLEAR(state->FeedError);
    Py_CLEAR(state->Feed_Type);
    return 0;
}

static void
spam_free(void *module)
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

static struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT,
    "spam",
    nullptr,
    sizeof(spam_state),
    nullptr,
    spam_slots,
    spam_traverse,
    spam_clear,
    spam_free,
};

static spam_state *
get_spam_state_by_type(PyTypeObject *type)
{
#if PY_VERSION_HEX >= 0x030B0000
    PyObject *module = PyType_GetModuleByDef(type, &spam_module);
#else
    PyObject *module = nullptr;
    for (Py_ssize_t i = 0; i < PyTuple_GET_SIZE(type->tp_mro); i++) {
        PyTypeObject *base = (PyTypeObject *)PyTuple_GET_ITEM(type->tp_mro, i);
        if (!PyType_HasFeature(base, Py_TPFLAGS_HEAPTYPE)) {
            continue;
        }
        PyObject *candidate = ((PyHeapTypeObject *)base)->ht_module;
        if (candidate != nullptr
            && PyModule_GetDef(candidate) == &spam_module) {
            module = candidate;
            break;
        }
    }
#endif
    return module != nullptr ? get_spam_state(module) : nullptr;
}

static int
spam_exec(PyObject *m)
{
    spam_state *state = get_spam_state(m);
    state->FeedError = PyErr_NewException("spam.FeedError", nullptr, nullptr);
    if (state->FeedError == nullptr
        || (state->Feed_Type = (PyTypeObject *)PyType_FromModuleAndSpec(
                m, &Feed_Type_spec, nullptr)) == nullptr) {
        return -1;
    }
    Py_INCREF(state->Feed_Type);
    if (PyModule_AddObject(m, "Feed", (PyObject *)state->Feed_Type) < 0) {
        Py_DECREF(state->Feed_Type);
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&spam_module);
}
