/* A field has the name of a static variable: offsetof and members mean the field. */
#include <Python.h>
#include <stddef.h>
#include <structmember.h>

typedef struct {
    PyObject_HEAD
    PyObject *table;
    struct {
        int table;
    } rows[2];
} Pickler;

static PyMemberDef pickler_members[] = {
    {"table", T_OBJECT_EX, offsetof(Pickler, table), 0, NULL},
    {"second", T_INT, offsetof(Pickler, rows[1].table), 0, NULL},
    {NULL, 0, 0, 0, NULL},
};

static size_t
offset_of_table(void)
{
    return offsetof(Pickler, table);
}

static void
pickler_dealloc(PyObject *self)
{
    PyTypeObject *tp = Py_TYPE(self);
    PyObject_GC_UnTrack(self);
    Py_CLEAR(((Pickler *)self)->table);
    Py_TYPE(self)->tp_free(self);
    Py_DECREF(tp);
}

typedef struct {
    PyObject *table;
    PyTypeObject *Pickler_Type;
} spam_state;

#ifndef Py_TPFLAGS_IMMUTABLETYPE /* before Python 3.10 */
#define Py_TPFLAGS_IMMUTABLETYPE (1UL << 8)
#endif

static inline spam_state *
get_spam_state(PyObject *module)
{
    return (spam_state *)PyModule_GetState(module);
}

static int
Pickler_traverse(Pickler *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    Py_VISIT(self->table);
    return 0;
}

static PyType_Slot Pickler_Type_slots[] = {
    {Py_tp_dealloc, pickler_dealloc},
    {Py_tp_members, pickler_members},
    {Py_tp_new, PyType_GenericNew},
    {Py_tp_traverse, Pickler_traverse},
    {0, NULL},
};

static PyType_Spec Pickler_Type_spec = {
    .name = "spam.Pickler",
    .basicsize = sizeof(Pickler),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC |
        Py_TPFLAGS_IMMUTABLETYPE,
    .slots = Pickler_Type_slots,
};

static PyObject *
spam_table(PyObject *self, PyObject *args)
{
    spam_state *state = get_spam_state(self);
    Py_INCREF(state->table);
    return offset_of_table() != 0 ? state->table : NULL;
}

static PyMethodDef methods[] = {
    {"table", spam_table, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static int
spam_traverse(PyObject *module, visitproc visit, void *arg)
{
    spam_state *state = get_spam_state(module);
    Py_VISIT(state->table);
    Py_VISIT(state->Pickler_Type);
    return 0;
}

static int
spam_clear(PyObject *module)
{
    spam_state *state = get_spam_state(module);
    Py_CLEAR(state->table);
    Py_CLEAR(state->Pickler_Type);
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

static struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "spam",
    .m_size = sizeof(spam_state),
    .m_methods = methods,
    .m_slots = spam_slots,
    .m_traverse = spam_traverse,
    .m_clear = spam_clear,
    .m_free = spam_free,
};

static int
spam_exec(PyObject *module)
{
    spam_state *state = get_spam_state(module);
    state->table = PyDict_New();
    if (state->table == NULL
        || (state->Pickler_Type = (PyTypeObject *)PyType_FromModuleAndSpec(
                module, &Pickler_Type_spec, NULL)) == NULL) {
        return -1;
    }
    Py_INCREF(state->Pickler_Type);
    if (PyModule_AddObject(module, "Pickler",
                           (PyObject *)state->Pickler_Type) < 0) {
        Py_DECREF(state->Pickler_Type);
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&spam_module);
}
