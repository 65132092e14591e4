#include <Python.h>
#include "spam_state.h"
typedef struct { PyObject_HEAD int n; } Box;
static void Box_dealloc(Box *self)
{
    PyTypeObject *tp = Py_TYPE(self);
    Py_TYPE(self)->tp_free((PyObject *)self);
    Py_DECREF(tp);
}
static PyType_Slot Y_Type_slots[] = {
    {Py_tp_dealloc, Box_dealloc},
    {Py_tp_new, PyType_GenericNew},
    {0, NULL},
};

static PyType_Spec Y_Type_spec = {
    .name = "spam.Y",
    .basicsize = sizeof(Box),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE,
    .slots = Y_Type_slots,
};
extern PyType_Spec X_Type_spec;
PyObject *x_get(PyObject *self, PyObject *args);
static PyObject *y_get(PyObject *self, PyObject *args)
{
    spam_state *state = get_spam_state(self);
    if (state->cache_2 == NULL) state->cache_2 = PyLong_FromLong(2);
    Py_XINCREF(state->cache_2);
    return state->cache_2;
}
static PyMethodDef methods[] = { {"x", x_get, METH_NOARGS, NULL}, {"y", y_get, METH_NOARGS, NULL}, {NULL, NULL, 0, NULL} };
static int spam_traverse(PyObject *module, visitproc visit, void *arg)
{
    spam_state *state = get_spam_state(module);
    Py_VISIT(state->cache);
    Py_VISIT(state->cache_2);
    Py_VISIT(state->X_Type);
    Py_VISIT(state->Y_Type);
    return 0;
}

static int spam_clear(PyObject *module)
{
    spam_state *state = get_spam_state(module);
    Py_CLEAR(state->cache);
    Py_CLEAR(state->cache_2);
    Py_CLEAR(state->X_Type);
    Py_CLEAR(state->Y_Type);
    return 0;
}

static void spam_free(void *module)
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

static struct PyModuleDef def = {
    PyModuleDef_HEAD_INIT,
    .m_name = "spam",
    .m_size = sizeof(spam_state),
    .m_methods = methods,
    .m_slots = spam_slots,
    .m_traverse = spam_traverse,
    .m_clear = spam_clear,
    .m_free = spam_free,
};
static int spam_exec(PyObject *m)
{
    spam_state *state = get_spam_state(m);
    if ((state->X_Type = (PyTypeObject *)PyType_FromModuleAndSpec(
             m, &X_Type_spec, NULL)) == NULL
        || (state->Y_Type = (PyTypeObject *)PyType_FromModuleAndSpec(
                m, &Y_Type_spec, NULL)) == NULL)
        return -1;
    Py_INCREF(state->X_Type);
    if (PyModule_AddObject(m, "X", (PyObject *)state->X_Type) < 0) {
        return -1;
    }
    Py_INCREF(state->Y_Type);
    if (PyModule_AddObject(m, "Y", (PyObject *)state->Y_Type) < 0) {
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC PyInit_spam(void)
{
    return PyModuleDef_Init(&def);
}
