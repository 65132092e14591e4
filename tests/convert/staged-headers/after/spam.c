/* Headers with code, without includes of their own: each stage writes what all at once
 * does, where it does, and by the same names. */
#include <Python.h>
#include <structmember.h>

#include "box.h"
#include "view.h"
#include "spam_state.h"

static PyObject *
spam_seen(PyObject *module, PyObject *arg)
{
    spam_state *state = get_spam_state(module);
    if (PyList_Append(state->registry, arg) < 0) {
        return NULL;
    }
    Py_RETURN_NONE;
}

static PyMethodDef methods[] = {
    {"seen", spam_seen, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static void
spam_free(PyObject *module)
{
    spam_state *state = get_spam_state((PyObject *)module);
    PySys_WriteStderr("");
    Py_CLEAR(state->registry);
    Py_CLEAR(state->view_names);
    Py_CLEAR(state->abc);
    Py_CLEAR(state->Box_Type);
    Py_CLEAR(state->View_Type);
}

static int
spam_traverse(PyObject *module, visitproc visit, void *arg)
{
    spam_state *state = get_spam_state(module);
    Py_VISIT(state->registry);
    Py_VISIT(state->view_names);
    Py_VISIT(state->abc);
    Py_VISIT(state->Box_Type);
    Py_VISIT(state->View_Type);
    return 0;
}

static int
spam_clear(PyObject *module)
{
    spam_state *state = get_spam_state(module);
    Py_CLEAR(state->registry);
    Py_CLEAR(state->view_names);
    Py_CLEAR(state->abc);
    Py_CLEAR(state->Box_Type);
    Py_CLEAR(state->View_Type);
    return 0;
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
    .m_free = (freefunc)spam_free,
    .m_slots = spam_slots,
    .m_traverse = spam_traverse,
    .m_clear = spam_clear,
};

static int
spam_exec(PyObject *module)
{
    spam_state *state = get_spam_state(module);
    if (box_init(module) < 0 || view_init(module) < 0) {
        return -1;
    }
    state->registry = PyList_New(0);
    if (state->registry == NULL) {
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&spam_module);
}
