/* A right class whose methods, operators and attributes need the module state; each
 * faulty module that includes it finds the state another way, with a macro. */
#include "module.h"

#define STRING_(x) #x
#define STRING(x) STRING_(x)
#define JOIN_(a, b) a##b
#define JOIN(a, b) JOIN_(a, b)

struct state {
    PyTypeObject *Amount;
    PyObject *unit;
};

struct amount {
    PyObject_HEAD long number;
};

static struct PyModuleDef definition;

static struct state *
get_state(PyObject *module)
{
    return PyModule_GetState(module);
}

/* PyType_GetModuleByDef for all versions: borrowed, NULL without an exception. */
static PyObject *
find_module(PyTypeObject *type)
{
    PyObject *mro = type->tp_mro;
    for (Py_ssize_t i = 0; mro != NULL && i < PyTuple_GET_SIZE(mro); i++) {
        PyTypeObject *base = (PyTypeObject *)PyTuple_GET_ITEM(mro, i);
        PyObject *module = PyType_HasFeature(base, Py_TPFLAGS_HEAPTYPE)
                               ? ((PyHeapTypeObject *)base)->ht_module
                               : NULL;
        if (module != NULL && PyModule_GetDef(module) == &definition) {
            return module;
        }
    }
    return NULL;
}

static PyObject *
amount_new(struct state *state, long number)
{
    struct amount *made = (struct amount *)state->Amount->tp_alloc(state->Amount, 0);
    if (made != NULL) {
        made->number = number;
    }
    return (PyObject *)made;
}

/* An operator: left or right may be anything. */
static PyObject *
amount_add(PyObject *left, PyObject *right)
{
#ifdef TRUSTS_THE_LEFT_OPERAND
    struct state *state = PyType_GetModuleState(Py_TYPE(left));
    if (!PyObject_TypeCheck(right, state->Amount)) {
        Py_RETURN_NOTIMPLEMENTED;
    }
#elif defined(ASKS_THE_LEFT_OPERAND_ONLY)
    if (!PyType_HasFeature(Py_TYPE(left), Py_TPFLAGS_HEAPTYPE)) {
        PyErr_SetString(PyExc_SystemError, "the operand has no module");
        return NULL;
    }
    PyObject *module = PyType_GetModule(Py_TYPE(left));
    if (module == NULL) {
        return NULL;
    }
    struct state *state = get_state(module);
    if (!PyObject_TypeCheck(right, state->Amount)) {
        Py_RETURN_NOTIMPLEMENTED;
    }
#else
    PyObject *module = find_module(Py_TYPE(left));
    module = module != NULL ? module : find_module(Py_TYPE(right));
    struct state *state = module != NULL ? get_state(module) : NULL;
    if (state == NULL || !PyObject_TypeCheck(left, state->Amount)
        || !PyObject_TypeCheck(right, state->Amount))
    {
        Py_RETURN_NOTIMPLEMENTED;
    }
#endif
    return amount_new(state, ((struct amount *)left)->number
                                 + ((struct amount *)right)->number);
}

/* A method: `self` may be an instance of a subclass from anywhere. */
static PyObject *
amount_twice(PyObject *self, PyTypeObject *cls, PyObject *const *arguments,
             Py_ssize_t n, PyObject *names)
{
    (void)arguments;
    if (n != 0 || names != NULL) {
        PyErr_SetString(PyExc_TypeError, "twice() takes no arguments");
        return NULL;
    }
#ifdef FAILS_ON_ALL_INSTANCES
    if (((struct amount *)self)->number >= 0) {
        PyErr_SetString(PyExc_SystemError, "not ready");
        return NULL;
    }
#endif
#ifdef ASKS_THE_TYPE_OF_SELF
    (void)cls;
    struct state *state = PyType_GetModuleState(Py_TYPE(self));
#ifndef UNCHECKED
    if (state == NULL) {
        return NULL;
    }
#endif
#else
    struct state *state = PyType_GetModuleState(cls);
#endif
    return amount_new(state, 2 * ((struct amount *)self)->number);
}

/* An attribute: no defining class is given. */
static PyObject *
amount_unit(PyObject *self, void *closure)
{
    (void)closure;
#ifdef ASKS_THE_TYPE_IN_A_GETTER
    struct state *state = PyType_GetModuleState(Py_TYPE(self));
    if (state == NULL) {
        return NULL;
    }
#else
    PyObject *module = find_module(Py_TYPE(self));
    if (module == NULL) {
        PyErr_SetString(PyExc_TypeError, "not an amount");
        return NULL;
    }
    struct state *state = get_state(module);
#endif
    Py_INCREF(state->unit);
    return state->unit;
}

static void
amount_dealloc(PyObject *self)
{
    PyTypeObject *type = Py_TYPE(self);
#ifdef DROPS_ITS_OWN_TYPE
    PyObject *module = find_module(type);
    PyTypeObject *dropped = module != NULL ? get_state(module)->Amount : type;
#else
    PyTypeObject *dropped = type;
#endif
    type->tp_free(self);
    Py_DECREF(dropped);
}

static PyMethodDef amount_methods[] = {
    {"twice", (PyCFunction)(void (*)(void))amount_twice,
     METH_METHOD | METH_FASTCALL | METH_KEYWORDS, NULL},
    {NULL, NULL, 0, NULL},
};

static PyGetSetDef amount_attributes[] = {
    {"unit", amount_unit, NULL, NULL, NULL},
    {NULL, NULL, NULL, NULL, NULL},
};

static PyType_Slot amount_slots[] = {
    {Py_nb_add, (void *)amount_add},
    {Py_tp_dealloc, (void *)amount_dealloc},
    {Py_tp_methods, amount_methods},
    {Py_tp_getset, amount_attributes},
    {0, NULL},
};

static PyType_Spec amount_spec = {
    .name = STRING(NAME) ".Amount",
    .basicsize = sizeof(struct amount),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
    .slots = amount_slots,
};

static int
execute(PyObject *module)
{
    struct state *state = get_state(module);
    state->unit = PyUnicode_FromString("mole");
    state->Amount =
        (PyTypeObject *)PyType_FromModuleAndSpec(module, &amount_spec, NULL);
    return state->unit == NULL
                   || add_reference(module, "Amount", (PyObject *)state->Amount) != 0
               ? -1
               : 0;
}

static int
traverse(PyObject *module, visitproc visit, void *arg)
{
    struct state *state = get_state(module);
    Py_VISIT(state->Amount);
    Py_VISIT(state->unit);
    return 0;
}

static int
clear(PyObject *module)
{
    struct state *state = get_state(module);
    Py_CLEAR(state->Amount);
    Py_CLEAR(state->unit);
    return 0;
}

static void
free_module(void *module)
{
    (void)clear(module);
}

static PyModuleDef_Slot slots[] = {{Py_mod_exec, (void *)execute},
                                   OWN_GIL NO_GIL{0, NULL}};

static struct PyModuleDef definition = {
    .m_base = PyModuleDef_HEAD_INIT,
    .m_name = STRING(NAME),
    .m_size = sizeof(struct state),
    .m_slots = slots,
    .m_traverse = traverse,
    .m_clear = clear,
    .m_free = free_module,
};

PyMODINIT_FUNC
JOIN(PyInit_, NAME)(void)
{
    return PyModuleDef_Init(&definition);
}
