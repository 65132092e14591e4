/* A right module with state, a collected heap type, an exception and a cache; each
 * faulty module that includes it leaves one thing out, with a macro. */
#include "module.h"

#define STRING_(x) #x
#define STRING(x) STRING_(x)
#define JOIN_(a, b) a##b
#define JOIN(a, b) JOIN_(a, b)

struct state {
    PyObject *Thing, *Error, *cache;
    long n_deaths;
};

struct thing {
    PyObject_HEAD PyObject *value;
};

static struct state *
get_state(PyObject *module)
{
    return PyModule_GetState(module);
}

static int
thing_traverse(PyObject *self, visitproc visit, void *arg)
{
#ifndef FORGETS_TO_VISIT_TYPE
    Py_VISIT(Py_TYPE(self));
#endif
#ifdef VISITS_TYPE_AGAIN
    Py_VISIT(Py_TYPE(self));
#endif
#ifndef HOLDS_TEXT
    Py_VISIT(((struct thing *)self)->value);
#else
    (void)self;
#endif
    return 0;
}

static int
thing_clear(PyObject *self)
{
    Py_CLEAR(((struct thing *)self)->value);
    return 0;
}

static void
thing_dealloc(PyObject *self)
{
    PyTypeObject *type = Py_TYPE(self);
#ifndef FORGETS_TO_UNTRACK
    PyObject_GC_UnTrack(self);
#endif
#ifdef COUNTS_DEATHS_IN_STATE
    ((struct state *)PyType_GetModuleState(type))->n_deaths++;
#endif
    (void)thing_clear(self);
    type->tp_free(self);
#ifndef FORGETS_TO_DROP_TYPE
    Py_DECREF(type);
#endif
#ifdef DROPS_TYPE_AGAIN
    Py_DECREF(type);
#endif
}

static int
thing_init(PyObject *self, PyObject *args, PyObject *kwargs)
{
    static char *names[] = {"value", NULL};
    PyObject *value = Py_None;
#ifdef HOLDS_TEXT
    const char *format = "|U"; /* also of a subclass */
#else
    const char *format = "|O";
#endif
#ifdef LOSES_A_LOCK /* memory that code of others takes, and none of Python's blocks */
    if (PyThread_allocate_lock() == NULL) {
        PyErr_NoMemory();
        return -1;
    }
#endif
    if (!PyArg_ParseTupleAndKeywords(args, kwargs, format, names, &value)) {
        return -1;
    }
    Py_INCREF(value);
    Py_XSETREF(((struct thing *)self)->value, value);
    return 0;
}

#ifdef ASKS_THE_TYPE_IN_NEW
static PyObject *
thing_new(PyTypeObject *type, PyObject *args, PyObject *kwargs)
{
    (void)args;
    (void)kwargs;
    return PyType_GetModule(type) != NULL ? type->tp_alloc(type, 0) : NULL;
}
#endif

static PyObject *
thing_get(PyObject *self, PyObject *unused)
{
    PyObject *value = ((struct thing *)self)->value;
    (void)unused;
    value = value != NULL ? value : Py_None;
    Py_INCREF(value);
    return value;
}

static PyMethodDef thing_methods[] = {
    {"get", thing_get, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static PyType_Slot thing_slots[] = {
#ifdef ASKS_THE_TYPE_IN_NEW
    {Py_tp_new, thing_new},
#endif
    {Py_tp_traverse, thing_traverse}, {Py_tp_clear, thing_clear},
    {Py_tp_dealloc, thing_dealloc},   {Py_tp_init, thing_init},
    {Py_tp_methods, thing_methods},   {0, NULL},
};

#ifdef COUNTS_DEATHS_IN_STATE
#define SUBCLASSES 0
#else
#define SUBCLASSES Py_TPFLAGS_BASETYPE
#endif

#ifndef TYPE_NAME
#define TYPE_NAME STRING(NAME) ".Thing"
#endif

static PyType_Spec thing_spec = {
    .name = TYPE_NAME,
    .basicsize = sizeof(struct thing),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC | SUBCLASSES,
    .slots = thing_slots,
};

static PyObject *
remember(PyObject *module, PyObject *key)
{
    PyObject *cache = get_state(module)->cache;
    PyObject *value = PyDict_GetItemWithError(cache, key);
    if (value != NULL || PyErr_Occurred()) {
        Py_XINCREF(value);
        return value;
    }
    value = PyList_New(0);
    if (value != NULL && PyDict_SetItem(cache, key, value) != 0) {
        Py_CLEAR(value);
    }
    return value;
}

static PyObject *
fail(PyObject *module, PyObject *unused)
{
    (void)unused;
    PyErr_SetString(get_state(module)->Error, "as asked");
    return NULL;
}

static PyMethodDef methods[] = {
    {"remember", remember, METH_O, NULL},
    {"fail", fail, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static int
execute(PyObject *module)
{
    struct state *state = get_state(module);
    state->Thing = PyType_FromModuleAndSpec(module, &thing_spec, NULL);
    state->Error = PyErr_NewException(STRING(NAME) ".Error", NULL, NULL);
    state->cache = PyDict_New();
    if (state->cache == NULL || add_reference(module, "Thing", state->Thing) != 0
        || add_reference(module, "Error", state->Error) != 0)
    {
        return -1;
    }
#ifdef LEAKS_TYPE
    Py_INCREF(state->Thing);
#endif
    return 0;
}

static int
traverse(PyObject *module, visitproc visit, void *arg)
{
    struct state *state = get_state(module);
    Py_VISIT(state->Thing);
    Py_VISIT(state->Error);
    Py_VISIT(state->cache);
    return 0;
}

#ifndef FORGETS_TO_CLEAR
static int
clear(PyObject *module)
{
    struct state *state = get_state(module);
    Py_CLEAR(state->Thing);
    Py_CLEAR(state->Error);
    Py_CLEAR(state->cache);
    return 0;
}

static void
free_module(void *module)
{
    (void)clear(module);
}
#endif

static PyModuleDef_Slot slots[] = {{Py_mod_exec, (void *)execute},
                                   OWN_GIL NO_GIL{0, NULL}};

static struct PyModuleDef definition = {
    .m_base = PyModuleDef_HEAD_INIT,
    .m_name = STRING(NAME),
    .m_size = sizeof(struct state),
    .m_methods = methods,
    .m_slots = slots,
    .m_traverse = traverse,
#ifndef FORGETS_TO_CLEAR
    .m_clear = clear,
    .m_free = free_module,
#endif
};

PyMODINIT_FUNC
JOIN(PyInit_, NAME)(void)
{
    return PyModuleDef_Init(&definition);
}
