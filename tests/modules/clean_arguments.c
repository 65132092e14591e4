/* Isolated; its types and functions want arguments that only their signatures and their
 * errors tell, and instances that other functions return. */
#include "module.h"

struct state {
    PyObject *types[6];
};

enum { PAIR, TEXT, HOLDER, PRODUCT, CHOICE, NAMED };

static int
traverse(PyObject *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    (void)self;
    return 0;
}

static void
dealloc(PyObject *self)
{
    PyTypeObject *type = Py_TYPE(self);
    PyObject_GC_UnTrack(self);
    type->tp_free(self);
    Py_DECREF(type);
}

/* Two numbers, of which it only says that there must be two. */
static PyObject *
pair_new(PyTypeObject *type, PyObject *args, PyObject *kwds)
{
    long one, other;
    (void)kwds;
    return PyArg_ParseTuple(args, "ll", &one, &other) ? PyType_GenericAlloc(type, 0)
                                                      : NULL;
}

/* A string, bytes, a callable and a tuple, each of which it asks for by an error. */
static PyObject *
text_new(PyTypeObject *type, PyObject *args, PyObject *kwds)
{
    static char *names[] = {"first", "second", "third", "fourth", NULL};
    PyObject *string, *bytes, *callable, *tuple;
    if (!PyArg_ParseTupleAndKeywords(args, kwds, "USOO!", names, &string, &bytes,
                                     &callable, &PyTuple_Type, &tuple))
    {
        return NULL;
    }
    if (!PyCallable_Check(callable)) {
        PyErr_SetString(PyExc_TypeError, "argument 'third' must be callable");
        return NULL;
    }
    return PyType_GenericAlloc(type, 0);
}

/* An instance of another type of the module, which only a function returns. */
static PyObject *
holder_new(PyTypeObject *type, PyObject *args, PyObject *kwds)
{
    struct state *state = PyType_GetModuleState(type);
    PyObject *product;
    (void)kwds;
    return PyArg_ParseTuple(args, "O!", state->types[PRODUCT], &product)
               ? PyType_GenericAlloc(type, 0)
               : NULL;
}

/* One of few numbers. */
static PyObject *
choice_new(PyTypeObject *type, PyObject *args, PyObject *kwds)
{
    long kind;
    (void)kwds;
    if (!PyArg_ParseTuple(args, "l", &kind)) {
        return NULL;
    }
    if (kind != 0 && kind != 1) {
        PyErr_SetString(PyExc_ValueError, "unrecognized kind");
        return NULL;
    }
    return PyType_GenericAlloc(type, 0);
}

/* What has to go by name. */
static PyObject *
named_new(PyTypeObject *type, PyObject *args, PyObject *kwds)
{
    static char *names[] = {"size", "data", NULL};
    int size;
    const char *data;
    Py_ssize_t n;
    return PyArg_ParseTupleAndKeywords(args, kwds, "$iy#", names, &size, &data, &n)
               ? PyType_GenericAlloc(type, 0)
               : NULL;
}

static PyObject *
no_new(PyTypeObject *type, PyObject *args, PyObject *kwds)
{
    (void)args;
    (void)kwds;
    PyErr_Format(PyExc_TypeError, "cannot create '%s' instances", type->tp_name);
    return NULL;
}

static const struct {
    const char *name, *full;
    newfunc make;
} makers[] = {
    [PAIR] = {"Pair", "clean_arguments.Pair", pair_new},
    [TEXT] = {"Text", "clean_arguments.Text", text_new},
    [HOLDER] = {"Holder", "clean_arguments.Holder", holder_new},
    [PRODUCT] = {"Product", "clean_arguments.Product", no_new},
    [CHOICE] = {"Choice", "clean_arguments.Choice", choice_new},
    [NAMED] = {"Named", "clean_arguments.Named", named_new},
};

static PyObject *
produce(PyObject *module, PyObject *args)
{
    struct state *state = PyModule_GetState(module);
    const char *text;
    if (!PyArg_ParseTuple(args, "s", &text)) {
        return NULL;
    }
    PyObject *made = PyType_GenericAlloc((PyTypeObject *)state->types[PRODUCT], 0);
    PyObject *pair = made != NULL ? PyTuple_Pack(2, made, Py_None) : NULL;
    Py_XDECREF(made);
    return pair;
}

/* Takes what another function returns. */
static PyObject *
consume(PyObject *module, PyObject *argument)
{
    struct state *state = PyModule_GetState(module);
    if (!PyObject_TypeCheck(argument, (PyTypeObject *)state->types[HOLDER])) {
        return PyErr_Format(PyExc_TypeError, "expected Holder, got %.100s",
                            Py_TYPE(argument)->tp_name);
    }
    Py_RETURN_NONE;
}

static PyObject *
measure(PyObject *module, PyObject *args)
{
    const char *data;
    Py_ssize_t n;
    int most = 0;
    (void)module;
    return PyArg_ParseTuple(args, "y#|i", &data, &n, &most) ? PyLong_FromSsize_t(n) : NULL;
}

static PyObject *
read_all(PyObject *module, PyObject *file)
{
    (void)module;
    return PyObject_CallMethod(file, "read", NULL);
}

static PyMethodDef methods[] = {
    {"produce", produce, METH_VARARGS, NULL},
    {"consume", consume, METH_O, NULL},
    {"measure", measure, METH_VARARGS, "measure(data[, most])\n\nCount the bytes."},
    {"read_all", read_all, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static int
execute(PyObject *module)
{
    struct state *state = PyModule_GetState(module);
    for (size_t i = 0; i < sizeof makers / sizeof makers[0]; i++) {
        PyType_Slot type_slots[] = {
            {Py_tp_new, (void *)makers[i].make},
            {Py_tp_traverse, (void *)traverse},
            {Py_tp_dealloc, (void *)dealloc},
            {0, NULL},
        };
        PyType_Spec spec = {
            .name = makers[i].full,
            .basicsize = sizeof(PyObject),
            .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC,
            .slots = type_slots,
        };
        state->types[i] = PyType_FromModuleAndSpec(module, &spec, NULL);
        if (add_reference(module, makers[i].name, state->types[i]) < 0) {
            return -1;
        }
    }
    return 0;
}

static int
module_traverse(PyObject *module, visitproc visit, void *arg)
{
    struct state *state = PyModule_GetState(module);
    for (size_t i = 0; i < sizeof makers / sizeof makers[0]; i++) {
        Py_VISIT(state->types[i]);
    }
    return 0;
}

static int
module_clear(PyObject *module)
{
    struct state *state = PyModule_GetState(module);
    for (size_t i = 0; i < sizeof makers / sizeof makers[0]; i++) {
        Py_CLEAR(state->types[i]);
    }
    return 0;
}

static void
module_free(void *module)
{
    (void)module_clear(module);
}

static PyModuleDef_Slot slots[] = {{Py_mod_exec, (void *)execute},
                                   OWN_GIL NO_GIL{0, NULL}};

static struct PyModuleDef definition = {
    .m_base = PyModuleDef_HEAD_INIT,
    .m_name = "clean_arguments",
    .m_size = sizeof(struct state),
    .m_methods = methods,
    .m_slots = slots,
    .m_traverse = module_traverse,
    .m_clear = module_clear,
    .m_free = module_free,
};

PyMODINIT_FUNC
PyInit_clean_arguments(void)
{
    return PyModuleDef_Init(&definition);
}
