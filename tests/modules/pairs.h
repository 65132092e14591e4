/* A right class that keeps two attributes of what it is given, is called and converted,
 * and has an iterator; each faulty module that includes it gets one thing wrong. */
#include "module.h"

#define STRING_(x) #x
#define STRING(x) STRING_(x)
#define JOIN_(a, b) a##b
#define JOIN(a, b) JOIN_(a, b)

struct pair {
    PyObject_HEAD PyObject *first, *second;
};

static PyObject *
pair_new(PyTypeObject *type, PyObject *args, PyObject *keywords)
{
    PyObject *source;
    (void)keywords;
    if (!PyArg_ParseTuple(args, "O:Pair", &source)) {
        return NULL;
    }
    struct pair *made = (struct pair *)type->tp_alloc(type, 0);
    if (made == NULL) {
        return NULL;
    }
    made->first = PyObject_GetAttrString(source, "first");
    if (made->first != NULL) {
        made->second = PyObject_GetAttrString(source, "second");
    }
    if (made->second == NULL) {
        Py_DECREF(made);
        return NULL;
    }
    return (PyObject *)made;
}

static int
pair_traverse(PyObject *self, visitproc visit, void *arg)
{
    Py_VISIT(((struct pair *)self)->first);
#ifndef VISITS_THE_FIRST_ONLY
    Py_VISIT(((struct pair *)self)->second);
#endif
    Py_VISIT(Py_TYPE(self));
    return 0;
}

static int
pair_clear(PyObject *self)
{
    Py_CLEAR(((struct pair *)self)->first);
    Py_CLEAR(((struct pair *)self)->second);
    return 0;
}

static void
pair_dealloc(PyObject *self)
{
    PyTypeObject *type = Py_TYPE(self);
    PyObject_GC_UnTrack(self);
    (void)pair_clear(self);
    type->tp_free(self);
    Py_DECREF(type);
}

static PyObject *
pair_call(PyObject *self, PyObject *args, PyObject *keywords)
{
    PyObject *given;
    (void)self;
    (void)keywords;
    if (!PyArg_ParseTuple(args, "O:Pair", &given)) {
        return NULL;
    }
#ifdef KEEPS_WHAT_IT_IS_CALLED_WITH
    Py_INCREF(given);
#endif
    return PyTuple_New(0);
}

static PyObject *
pair_float(PyObject *self)
{
    (void)self;
#ifdef CONVERTS_WITHOUT_A_WORD
    return NULL;
#else
    return PyFloat_FromDouble(2.0);
#endif
}

/* No slot: CPython looks it up by its name. */
static PyObject *
pair_sizeof(PyObject *self, PyObject *ignored)
{
    (void)self;
    (void)ignored;
#ifdef MEASURES_WITHOUT_A_WORD
    return NULL;
#else
    return PyLong_FromLong(64);
#endif
}

static PyMethodDef pair_methods[] = {
    {"__sizeof__", pair_sizeof, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

struct step {
    PyObject_HEAD PyObject *pair;
    int position;
};

static int
step_traverse(PyObject *self, visitproc visit, void *arg)
{
    Py_VISIT(((struct step *)self)->pair);
    Py_VISIT(Py_TYPE(self));
    return 0;
}

static void
step_dealloc(PyObject *self)
{
    PyTypeObject *type = Py_TYPE(self);
    PyObject_GC_UnTrack(self);
    Py_CLEAR(((struct step *)self)->pair);
    PyObject_GC_Del(self);
    Py_DECREF(type);
}

static PyObject *
step_next(PyObject *self)
{
    struct step *step = (struct step *)self;
    struct pair *pair = (struct pair *)step->pair;
    if (step->position > 1) {
        return NULL;
    }
    PyObject *item = step->position++ == 0 ? pair->first : pair->second;
    Py_INCREF(item);
    return item;
}

static PyType_Slot step_slots[] = {
    {Py_tp_traverse, (void *)step_traverse},
    {Py_tp_dealloc, (void *)step_dealloc},
    {Py_tp_iter, (void *)PyObject_SelfIter},
    {Py_tp_iternext, (void *)step_next},
    {0, NULL},
};

#if PY_VERSION_HEX < 0x030a0000
#define Py_TPFLAGS_DISALLOW_INSTANTIATION 0
#endif

static PyType_Spec step_spec = {
    .name = STRING(NAME) ".Step",
    .basicsize = sizeof(struct step),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC | Py_TPFLAGS_DISALLOW_INSTANTIATION,
    .slots = step_slots,
};

struct state {
    PyObject *pair, *step; /* types */
};

static PyObject *
pair_iter(PyObject *self)
{
    PyObject *module = PyType_GetModule(Py_TYPE(self));
    if (module == NULL) {
        return NULL;
    }
    struct state *state = PyModule_GetState(module);
    struct step *made = PyObject_GC_New(struct step, (PyTypeObject *)state->step);
    if (made == NULL) {
        return NULL;
    }
    Py_INCREF(self);
    made->pair = self;
    made->position = 0;
#ifndef FORGETS_TO_TRACK
    PyObject_GC_Track(made);
#endif
    return (PyObject *)made;
}

static PyType_Slot pair_slots[] = {
    {Py_tp_new, (void *)pair_new},
    {Py_tp_traverse, (void *)pair_traverse},
    {Py_tp_clear, (void *)pair_clear},
    {Py_tp_dealloc, (void *)pair_dealloc},
    {Py_tp_call, (void *)pair_call},
    {Py_tp_iter, (void *)pair_iter},
    {Py_nb_float, (void *)pair_float},
    {Py_tp_methods, pair_methods},
    {0, NULL},
};

static PyType_Spec pair_spec = {
    .name = STRING(NAME) ".Pair",
    .basicsize = sizeof(struct pair),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC,
    .slots = pair_slots,
};

/* The error names no type. */
static PyObject *
get_first(PyObject *module, PyObject *pair)
{
    struct state *state = PyModule_GetState(module);
    if (!Py_IS_TYPE(pair, (PyTypeObject *)state->pair)) {
        PyErr_SetString(PyExc_TypeError, "unexpected type");
        return NULL;
    }
    PyObject *first = ((struct pair *)pair)->first;
    Py_INCREF(first);
    return first;
}

static PyMethodDef functions[] = {
    {"get_first", get_first, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static int
execute(PyObject *module)
{
    struct state *state = PyModule_GetState(module);
    state->pair = PyType_FromModuleAndSpec(module, &pair_spec, NULL);
    state->step = PyType_FromModuleAndSpec(module, &step_spec, NULL);
    return add_reference(module, "Pair", state->pair) != 0 || state->step == NULL ? -1 : 0;
}

static int
traverse(PyObject *module, visitproc visit, void *arg)
{
    struct state *state = PyModule_GetState(module);
    Py_VISIT(state->pair);
    Py_VISIT(state->step);
    return 0;
}

static int
clear(PyObject *module)
{
    struct state *state = PyModule_GetState(module);
    Py_CLEAR(state->pair);
    Py_CLEAR(state->step);
    return 0;
}

static void
free_module(void *module)
{
    (void)clear(module);
}

static PyModuleDef_Slot slots[] = {{Py_mod_exec, (void *)execute}, OWN_GIL{0, NULL}};

static struct PyModuleDef definition = {
    .m_base = PyModuleDef_HEAD_INIT,
    .m_name = STRING(NAME),
    .m_size = sizeof(struct state),
    .m_methods = functions,
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
