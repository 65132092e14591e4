#include <Python.h>

/* Classes that are made at run time get a tp_dealloc that ends their instances as those of heap
 * types: of which type they are does not matter. */
typedef struct {
    PyObject_HEAD
    PyObject *value;
} Thing;

static void
Thing_dealloc(PyObject *self)
{
    PyTypeObject *tp = Py_TYPE(self);
    PyObject_GC_UnTrack(self);
    Py_CLEAR(((Thing *)self)->value);
    Py_TYPE(self)->tp_free(self);
    Py_DECREF(tp);
}

static int
Thing_traverse(PyObject *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    Py_VISIT(((Thing *)self)->value);
    return 0;
}

static int
Thing_clear(PyObject *self)
{
    Py_CLEAR(((Thing *)self)->value);
    return 0;
}

static PyObject *
Thing_new(PyTypeObject *type, PyObject *args, PyObject *kwargs)
{
    Thing *self = (Thing *)type->tp_alloc(type, 0);
    if (self != NULL) {
        self->value = PyLong_FromLong(1234567);
    }
    return (PyObject *)self;
}

typedef struct {
    PyTypeObject *Thing_Type;
} spam_state;

#ifndef Py_TPFLAGS_IMMUTABLETYPE /* before Python 3.10 */
#define Py_TPFLAGS_IMMUTABLETYPE (1UL << 8)
#endif

static inline spam_state *
get_spam_state(PyObject *module)
{
    return (spam_state *)PyModule_GetState(module);
}

static PyType_Slot Thing_Type_slots[] = {
    {Py_tp_dealloc, Thing_dealloc},
    {Py_tp_traverse, Thing_traverse},
    {Py_tp_clear, Thing_clear},
    {Py_tp_new, Thing_new},
    {0, NULL},
};

static PyType_Spec Thing_Type_spec = {
    .name = "spam.Thing",
    .basicsize = sizeof(Thing),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE | Py_TPFLAGS_HAVE_GC |
        Py_TPFLAGS_IMMUTABLETYPE,
    .slots = Thing_Type_slots,
};

static void
made_dealloc(PyObject *self)
{
    PyTypeObject *type = Py_TYPE(self);
    PyObject_GC_UnTrack(self);
    Py_CLEAR(((Thing *)self)->value);
    type->tp_free(self);
    /* Instances of classes own these. */
    Py_DECREF(type);
}

static PyObject *
make_class(PyObject *self, PyObject *name)
{
    spam_state *state = get_spam_state(self);
    PyObject *made = PyObject_CallFunction(
        (PyObject *)&PyType_Type, "O(O){s()}", name,
        (PyObject *)state->Thing_Type, "__slots__");
    if (made != NULL) {
        ((PyTypeObject *)made)->tp_dealloc = made_dealloc;
    }
    return made;
}

static PyMethodDef methods[] = {
    {"make_class", make_class, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static int
spam_traverse(PyObject *module, visitproc visit, void *arg)
{
    spam_state *state = get_spam_state(module);
    Py_VISIT(state->Thing_Type);
    return 0;
}

static int
spam_clear(PyObject *module)
{
    spam_state *state = get_spam_state(module);
    Py_CLEAR(state->Thing_Type);
    return 0;
}

static void
spam_free(void *module)
{
    (void)spam_clear((PyObject *)module);
}

static int spam_exec(PyObject *m);

static PyModuleDef_Slot spam_slots[] = {
    {Py_mod_exec, spam_exec},
#ifdef Py_MOD_PER_INTERPRETER_GIL_SUPPORTED
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
    {0, NULL},
};

static struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT, .m_name = "spam", .m_size = sizeof(spam_state),
    .m_methods = methods,
    .m_slots = spam_slots,
    .m_traverse = spam_traverse,
    .m_clear = spam_clear,
    .m_free = spam_free,
};

static int
spam_exec(PyObject *m)
{
    spam_state *state = get_spam_state(m);
    state->Thing_Type = (PyTypeObject *)PyType_FromModuleAndSpec(
        m, &Thing_Type_spec, NULL);
    if (state->Thing_Type == NULL) {
        return -1;
    }
    if (PyModule_AddType(m, state->Thing_Type) < 0) {
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&spam_module);
}
