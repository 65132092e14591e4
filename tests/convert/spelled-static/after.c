/* Macros that make texts of their arguments: what a module calls its attributes stays. */
#include <Python.h>

typedef struct {
    PyObject *marker;
    PyObject *empty;
    PyObject *last;
    PyObject *first;
    PyTypeObject *Point_Type;
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
Point_dealloc(PyObject *self)
{
    PyTypeObject *tp = Py_TYPE(self);
    PyObject_GC_UnTrack(self);
    tp->tp_free(self);
    Py_DECREF(tp);
}

static int
Point_traverse(PyObject *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    return 0;
}

static PyType_Slot Point_Type_slots[] = {
    {Py_tp_new, PyType_GenericNew},
    {Py_tp_dealloc, Point_dealloc},
    {Py_tp_traverse, Point_traverse},
    {0, NULL},
};

static PyType_Spec Point_Type_spec = {
    .name = "spam.Point",
    .basicsize = sizeof(PyObject),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC |
        Py_TPFLAGS_IMMUTABLETYPE,
    .slots = Point_Type_slots,
};

#define ADD_AS(m, name, N) PyModule_AddObject(m, name, (PyObject *)(N))

#define TRY(m, call, ...) do { if ((call) < 0 && log_line(#__VA_ARGS__)) return -1; } while (0)
#define GET_DICT(N) PyDict_GetItemString(d, #N)

static int
log_line(const char *line)
{
    return puts(line) >= 0;
}

static PyObject *
get(PyObject *self, PyObject *d)
{
    PyObject *found = GET_DICT(marker);
    if (found == NULL) {
        spam_state *state = get_spam_state(self);
        found = state->marker;
    }
    Py_INCREF(found);
    return found;
}

static PyMethodDef methods[] = {
    {"get", get, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static int
spam_traverse(PyObject *module, visitproc visit, void *arg)
{
    spam_state *state = get_spam_state(module);
    Py_VISIT(state->marker);
    Py_VISIT(state->empty);
    Py_VISIT(state->last);
    Py_VISIT(state->first);
    Py_VISIT(state->Point_Type);
    return 0;
}

static int
spam_clear(PyObject *module)
{
    spam_state *state = get_spam_state(module);
    Py_CLEAR(state->marker);
    Py_CLEAR(state->empty);
    Py_CLEAR(state->last);
    Py_CLEAR(state->first);
    Py_CLEAR(state->Point_Type);
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

static struct PyModuleDef spam = {
    PyModuleDef_HEAD_INIT, "spam", NULL, sizeof(spam_state), methods,
    .m_slots = spam_slots,
    .m_traverse = spam_traverse,
    .m_clear = spam_clear,
    .m_free = spam_free,
};

static int
spam_exec(PyObject *m)
{
    spam_state *state = get_spam_state(m);
    state->Point_Type = (PyTypeObject *)PyType_FromModuleAndSpec(
        m, &Point_Type_spec, NULL);
    if (state->Point_Type == NULL) {
        return -1;
    }
    state->marker = PyUnicode_FromString("marker");
    state->empty = PyTuple_New(0);
    state->last = PyLong_FromLong(9);
    state->first = PyLong_FromLong(1);
    if (state->marker == NULL || state->empty == NULL || state->last == NULL
        || state->first == NULL) {
        return -1;
    }
    Py_INCREF(state->marker);
    if (ADD_AS(m, "marker", state->marker) < 0) return -1;
    Py_INCREF(state->Point_Type);
    if (ADD_AS(m, "&Point_Type", state->Point_Type) < 0) return -1;
    TRY(m, PyModule_AddIntConstant(m, "a", 1), empty, last);
    if (PyObject_IsTrue(state->last)) {
        Py_INCREF(state->first);
        if (ADD_AS(m, "first", state->first) < 0) return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&spam);
}
