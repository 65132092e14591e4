#include <Python.h>

struct box_record { PyObject *inner; PyObject *more[2]; };

typedef struct {
    PyObject *shell;
    PyObject *of_local;
    PyObject *of_member;
    PyObject *of_list;
    PyObject *of_new;
    PyObject *of_moved;
    struct box_record box;
} spam_state;

static inline spam_state *
get_spam_state(PyObject *module)
{
    return (spam_state *)PyModule_GetState(module);
}

static PyObject *
local_shell(spam_state *state)
{
    PyObject *result = state->shell;
    if (result == NULL) {
        PyErr_SetString(PyExc_RuntimeError, "no shell");
    }
    return result;
}

static PyObject *
second_egg(spam_state *state)
{
    return state->box.more[1];
}

static PyObject *
first_of_list(spam_state *state)
{
    return PyList_GetItem(state->box.inner, 0);
}

/* The caller owns these two. */
static PyObject *
new_egg(spam_state *state)
{
    PyObject *result = state->box.more[1];
    Py_XINCREF(result);
    return result;
}

static PyObject *
moved_egg(spam_state *state)
{
    PyObject *result = state->box.more[0];
    state->box.more[0] = NULL;
    return result;
}

static PyObject *
spam_lay(PyObject *module, PyObject *Py_UNUSED(ignored))
{
    spam_state *state = get_spam_state(module);
    return PyTuple_Pack(5, state->of_local, state->of_member, state->of_list,
                        state->of_new, state->of_moved);
}

static PyMethodDef spam_methods[] = {
    {"lay", spam_lay, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static int
spam_traverse(PyObject *module, visitproc visit, void *arg)
{
    spam_state *state = get_spam_state(module);
    Py_VISIT(state->shell);
    Py_VISIT(state->of_local);
    Py_VISIT(state->of_member);
    Py_VISIT(state->of_list);
    Py_VISIT(state->of_new);
    Py_VISIT(state->of_moved);
    Py_VISIT(state->box.inner);
    for (size_t j = 0; j < Py_ARRAY_LENGTH(state->box.more); j++) {
        Py_VISIT(state->box.more[j]);
    }
    return 0;
}

static int
spam_clear(PyObject *module)
{
    spam_state *state = get_spam_state(module);
    Py_CLEAR(state->shell);
    Py_CLEAR(state->of_local);
    Py_CLEAR(state->of_member);
    Py_CLEAR(state->of_list);
    Py_CLEAR(state->of_new);
    Py_CLEAR(state->of_moved);
    Py_CLEAR(state->box.inner);
    for (size_t j = 0; j < Py_ARRAY_LENGTH(state->box.more); j++) {
        Py_CLEAR(state->box.more[j]);
    }
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
    PyModuleDef_HEAD_INIT,
    .m_name = "spam",
    .m_size = sizeof(spam_state),
    .m_methods = spam_methods,
    .m_slots = spam_slots,
    .m_traverse = spam_traverse,
    .m_clear = spam_clear,
    .m_free = spam_free,
};

static int
spam_exec(PyObject *m)
{
    spam_state *state = get_spam_state(m);
    state->shell = PyList_New(0);
    state->box.inner = Py_BuildValue("[i]", 1000);
    state->box.more[0] = PyList_New(0);
    state->box.more[1] = PyList_New(0);
    if (state->shell == NULL || state->box.inner == NULL
        || state->box.more[0] == NULL || state->box.more[1] == NULL) {
        return -1;
    }
    state->of_local = local_shell(state);
    Py_XINCREF(state->of_local);
    state->of_member = second_egg(state);
    Py_XINCREF(state->of_member);
    state->of_list = first_of_list(state);
    Py_XINCREF(state->of_list);
    state->of_new = new_egg(state);
    state->of_moved = moved_egg(state);
    return 0;
}

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&spam_module);
}
