#include <Python.h>
#include <structmember.h>

/* Tables that are constant, which the fields of a static type are not: they had a cast. */
typedef struct {
    PyObject_HEAD
    int n;
} Thing;

static PyObject *
Thing_next(Thing *self, PyObject *Py_UNUSED(ignored))
{
    return PyLong_FromLong(++self->n);
}

static PyObject *
Thing_double(Thing *self, void *Py_UNUSED(closure))
{
    return PyLong_FromLong(2L * self->n);
}

static const PyMethodDef Thing_methods[] = {
    {"next", (PyCFunction)Thing_next, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static const PyMemberDef Thing_members[] = {
    {"n", T_INT, offsetof(Thing, n), READONLY, NULL},
    {NULL, 0, 0, 0, NULL},
};

static const PyGetSetDef Thing_getset[] = {
    {"double", (getter)Thing_double, NULL, NULL, NULL},
    {NULL, NULL, NULL, NULL, NULL},
};

/* Never written: what sizeof asks is not evaluated. */
#define NAMES {"one", "two"}
static char *names[] = NAMES;

static PyObject *
Thing_names(PyObject *Py_UNUSED(self), PyObject *Py_UNUSED(ignored))
{
    PyObject *list = PyList_New(0);
    size_t n = sizeof(names) / sizeof(names[0]);
    n *= sizeof(char[1 + __builtin_types_compatible_p(__typeof__(names), __typeof__(&names[0]))]);
    for (size_t i = 0; list != NULL && i < n; i++) {
        PyObject *name = PyUnicode_FromString(names[i]);
        if (name == NULL || PyList_Append(list, name) < 0) {
            Py_CLEAR(list);
        }
        Py_XDECREF(name);
    }
    return list;
}

static PyMethodDef functions[] = {
    {"names", Thing_names, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

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

static void
Thing_dealloc(PyObject *self)
{
    PyTypeObject *tp = Py_TYPE(self);
    tp->tp_free(self);
    Py_DECREF(tp);
}

static PyType_Slot Thing_Type_slots[] = {
    {Py_tp_methods, (void *)Thing_methods},
    {Py_tp_members, (void *)Thing_members},
    {Py_tp_getset, (void *)Thing_getset},
    {Py_tp_new, PyType_GenericNew},
    {Py_tp_dealloc, Thing_dealloc},
    {0, NULL},
};

static PyType_Spec Thing_Type_spec = {
    .name = "spam.Thing",
    .basicsize = sizeof(Thing),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE,
    .slots = Thing_Type_slots,
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
    .m_methods = functions,
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
