/* What the modules have in common: each init function is one text, under two names. */
#include <Python.h>
#include <stddef.h>

#define ADD(name, value) \
    if (PyModule_AddIntConstant(m, name, value) < 0) \
        goto error

typedef struct { PyObject_HEAD int n; } Thing;

typedef struct {
    PyObject *Error;
    PyObject *cache;
    PyObject *borrowed;
    PyTypeObject *Thing_Type;
} eggs_state;

#ifndef Py_TPFLAGS_IMMUTABLETYPE /* before Python 3.10 */
#define Py_TPFLAGS_IMMUTABLETYPE (1UL << 8)
#define Py_TPFLAGS_DISALLOW_INSTANTIATION (1UL << 7)
#endif

static inline eggs_state *
get_eggs_state(PyObject *module)
{
    return (eggs_state *)PyModule_GetState(module);
}

static inline PyTypeObject *
eggs_new_type(PyObject *module, PyType_Spec *spec)
{
    PyTypeObject *type =
        (PyTypeObject *)PyType_FromModuleAndSpec(module, spec, NULL);
#if PY_VERSION_HEX < 0x030A0000
    if (type != NULL && (spec->flags & Py_TPFLAGS_DISALLOW_INSTANTIATION)) {
        type->tp_new = NULL;
    }
#endif
    return type;
}

static PyObject *
make(PyObject *module, PyObject *Py_UNUSED(args))
{
    eggs_state *state = get_eggs_state(module);
    Thing *thing = PyObject_New(Thing, state->Thing_Type);
    if (thing != NULL) {
        thing->n = 1;
    }
    return (PyObject *)thing;
}

static PyObject *
fail(PyObject *module, PyObject *Py_UNUSED(args))
{
    eggs_state *state = get_eggs_state(module);
    PyErr_SetObject(state->Error, state->cache);
    return NULL;
}

static PyObject *
get(PyObject *module, PyObject *Py_UNUSED(args))
{
    eggs_state *state = get_eggs_state(module);
    return Py_BuildValue("OO", state->cache, state->borrowed);
}

static void
Thing_dealloc(PyObject *self)
{
    PyTypeObject *tp = Py_TYPE(self);
    tp->tp_free(self);
    Py_DECREF(tp);
}

static PyType_Slot Thing_Type_slots[] = {
    {Py_tp_dealloc, Thing_dealloc},
    {0, NULL},
};

static PyType_Spec Thing_Type_spec = {
    .name = NAME ".Thing",
    .basicsize = sizeof(Thing),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE |
        Py_TPFLAGS_DISALLOW_INSTANTIATION,
    .slots = Thing_Type_slots,
};

static PyMethodDef template_methods[] = {
    {"make", make, METH_NOARGS, NULL},
    {"fail", fail, METH_NOARGS, NULL},
    {"get", get, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static int
eggs_traverse(PyObject *module, visitproc visit, void *arg)
{
    eggs_state *state = get_eggs_state(module);
    Py_VISIT(state->Error);
    Py_VISIT(state->cache);
    Py_VISIT(state->borrowed);
    Py_VISIT(state->Thing_Type);
    return 0;
}

static int
eggs_clear(PyObject *module)
{
    eggs_state *state = get_eggs_state(module);
    Py_CLEAR(state->Error);
    Py_CLEAR(state->cache);
    Py_CLEAR(state->borrowed);
    Py_CLEAR(state->Thing_Type);
    return 0;
}

static void
eggs_free(void *module)
{
    (void)eggs_clear((PyObject *)module);
}

static int eggs_exec(PyObject *m);

static PyModuleDef_Slot eggs_slots[] = {
    {Py_mod_exec, eggs_exec},
#ifdef Py_MOD_PER_INTERPRETER_GIL_SUPPORTED
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
    {0, NULL},
};

static struct PyModuleDef template_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = NAME,
    .m_size = sizeof(eggs_state),
    .m_methods = template_methods,
    .m_slots = eggs_slots,
    .m_traverse = eggs_traverse,
    .m_clear = eggs_clear,
    .m_free = eggs_free,
};

static int
eggs_exec(PyObject *m)
{
    eggs_state *state = get_eggs_state(m);
    state->Thing_Type = eggs_new_type(m, &Thing_Type_spec);
    if (state->Thing_Type == NULL) {
        goto error;
    }
    state->Error = PyErr_NewException(NAME ".Error", NULL, NULL);
    if (state->Error == NULL) {
        goto error;
    }
    Py_INCREF(state->Error);
    if (PyModule_AddObject(m, "Error", state->Error) < 0) {
        goto error;
    }
    state->cache = PyDict_New();
    if (state->cache == NULL) {
        goto error;
    }
    state->borrowed = PyDict_GetItemString(PyModule_GetDict(m), "Error");
    Py_XINCREF(state->borrowed);
    ADD("ONE", 1);
    if (PyModule_AddIntConstant(m, "TWO", 2) < 0) {
        goto error;
    }
    return 0;

error:
    Py_CLEAR(state->cache);
    return -1;
}

PyMODINIT_FUNC
INIT(void)
{
    return PyModuleDef_Init(&template_module);
}
