/* Functions that call each other, and nobody else but the initialisation. */
#include <Python.h>

typedef struct {
    PyTypeObject *Sizes;
} spam_state;

#ifndef Py_TPFLAGS_IMMUTABLETYPE /* before Python 3.10 */
#define Py_TPFLAGS_IMMUTABLETYPE (1UL << 8)
#endif

static inline spam_state *
get_spam_state(PyObject *module)
{
    return (spam_state *)PyModule_GetState(module);
}

static inline PyTypeObject *
spam_new_sequence(PyStructSequence_Desc *description)
{
    PyTypeObject *type = PyStructSequence_NewType(description);
    if (type != NULL) {
        type->tp_flags |= Py_TPFLAGS_IMMUTABLETYPE;
    }
    return type;
}

static PyStructSequence_Field fields[] = {{"size", "how much"}, {NULL, NULL}};
static PyStructSequence_Desc sizes_desc = {"spam.sizes", "Sizes.", fields, 1};

static int add_levels(spam_state *state, PyObject *module, int level);

static int
add_level(spam_state *state, PyObject *module, int level)
{
    char name[] = "level0";
    name[5] = (char)('0' + level);
    if (level == 0
        && (state->Sizes = spam_new_sequence(&sizes_desc)) == NULL) {
        return -1;
    }
    if (PyModule_AddIntConstant(module, name, level) < 0) {
        return -1;
    }
    return add_levels(state, module, level + 1);
}

static int
add_levels(spam_state *state, PyObject *module, int level)
{
    return level < 3 ? add_level(state, module, level) : 0;
}

static PyObject *
sizes(PyObject *self, PyObject *Py_UNUSED(unused))
{
    spam_state *state = get_spam_state(self);
    return PyStructSequence_New(state->Sizes);
}

static PyMethodDef methods[] = {
    {"sizes", sizes, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static int
spam_traverse(PyObject *module, visitproc visit, void *arg)
{
    spam_state *state = get_spam_state(module);
    Py_VISIT(state->Sizes);
    return 0;
}

static int
spam_clear(PyObject *module)
{
    spam_state *state = get_spam_state(module);
    Py_CLEAR(state->Sizes);
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
    PyModuleDef_HEAD_INIT, .m_name = "spam", .m_size = sizeof(spam_state),
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
    if (add_levels(state, module, 0) < 0) {
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&spam_module);
}
