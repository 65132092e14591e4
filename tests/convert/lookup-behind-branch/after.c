/* A callback gets the GIL in a branch of #if, and what needs the state stands outside of it. */
#define _GNU_SOURCE
#include <Python.h>
#include <stdlib.h>

typedef struct {
    PyObject_HEAD
    long sign;
} OrderObject;

typedef struct {
    PyObject *OrderError;
    long compared;
    PyTypeObject *Order_Type;
} spam_state;

#ifndef Py_TPFLAGS_IMMUTABLETYPE /* before Python 3.10 */
#define Py_TPFLAGS_IMMUTABLETYPE (1UL << 8)
#endif

static struct PyModuleDef definition;

static inline spam_state *
get_spam_state(PyObject *module)
{
    return (spam_state *)PyModule_GetState(module);
}

static inline spam_state *
get_spam_state_by_type(PyTypeObject *type)
{
#if PY_VERSION_HEX >= 0x030B0000
    PyObject *module = PyType_GetModuleByDef(type, &definition);
#else
    PyObject *module = NULL;
    for (Py_ssize_t i = 0; i < PyTuple_GET_SIZE(type->tp_mro); i++) {
        PyTypeObject *base = (PyTypeObject *)PyTuple_GET_ITEM(type->tp_mro, i);
        if (!PyType_HasFeature(base, Py_TPFLAGS_HEAPTYPE)) {
            continue;
        }
        PyObject *candidate = ((PyHeapTypeObject *)base)->ht_module;
        if (candidate != NULL && PyModule_GetDef(candidate) == &definition) {
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

static int
compare(const void *one, const void *two, void *data)
{
#ifdef WITH_THREAD
    PyGILState_STATE held = PyGILState_Ensure();
#endif
    spam_state *state = get_spam_state_by_type(Py_TYPE((PyObject *)data));
    OrderObject *self = (OrderObject *)data;
    state->compared++;
    long a = *(const long *)one, b = *(const long *)two;
    if (self->sign == 0 && !PyErr_Occurred()) {
        PyErr_SetString(state->OrderError, "no order");
    }
#ifdef WITH_THREAD
    PyGILState_Release(held);
#endif
    return (int)self->sign * ((a > b) - (a < b));
}

static PyObject *
order_sorted(PyObject *self, PyObject *args)
{
    spam_state *state = get_spam_state_by_final_type(Py_TYPE(self));
    long numbers[3];
    if (!PyArg_ParseTuple(args, "lll", &numbers[0], &numbers[1], &numbers[2])) {
        return NULL;
    }
    qsort_r(numbers, 3, sizeof numbers[0], compare, self);
    if (state->compared == 0 || PyErr_Occurred()) {
        return NULL;
    }
    return Py_BuildValue("lll", numbers[0], numbers[1], numbers[2]);
}

static int
order_init(PyObject *self, PyObject *args, PyObject *Py_UNUSED(kwargs))
{
    return PyArg_ParseTuple(args, "l", &((OrderObject *)self)->sign) ? 0 : -1;
}

static PyMethodDef order_methods[] = {
    {"sorted", order_sorted, METH_VARARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static void
Order_dealloc(PyObject *self)
{
    PyTypeObject *tp = Py_TYPE(self);
    tp->tp_free(self);
    Py_DECREF(tp);
}

static PyType_Slot Order_Type_slots[] = {
    {Py_tp_methods, order_methods},
    {Py_tp_init, order_init},
    {Py_tp_new, PyType_GenericNew},
    {Py_tp_dealloc, Order_dealloc},
    {0, NULL},
};

static PyType_Spec Order_Type_spec = {
    .name = "spam.Order",
    .basicsize = sizeof(OrderObject),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE,
    .slots = Order_Type_slots,
};

static int
spam_traverse(PyObject *module, visitproc visit, void *arg)
{
    spam_state *state = get_spam_state(module);
    Py_VISIT(state->OrderError);
    Py_VISIT(state->Order_Type);
    return 0;
}

static int
spam_clear(PyObject *module)
{
    spam_state *state = get_spam_state(module);
    Py_CLEAR(state->OrderError);
    Py_CLEAR(state->Order_Type);
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

static struct PyModuleDef definition = {
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
    state->Order_Type = (PyTypeObject *)PyType_FromModuleAndSpec(
        module, &Order_Type_spec, NULL);
    if (state->Order_Type == NULL) {
        return -1;
    }
    state->OrderError = PyErr_NewException("spam.OrderError", NULL, NULL);
    Py_XINCREF(state->OrderError);
    if (PyModule_AddObject(module, "OrderError", state->OrderError) < 0) {
        Py_XDECREF(state->OrderError);
        return -1;
    }
    Py_INCREF(state->Order_Type);
    if (PyModule_AddObject(module, "Order",
                           (PyObject *)state->Order_Type) < 0) {
        Py_DECREF(state->Order_Type);
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&definition);
}
