/* A branch, not compiled here, of a table that the type gets at run time. */
#include <Python.h>
typedef struct { PyObject_HEAD long number; } Shape;
extern PyType_Spec Shape_Type_spec;
#ifndef WITHOUT_EXTRA
static PyObject *shape_add(PyObject *left, PyObject *right)
{
    return PyLong_FromLong(2);
}
#endif
static int shape_bool(Shape *self)
{
    return self->number != 0;
}

typedef struct {
    PyTypeObject *Shape_Type;
} spam_state;

#ifndef Py_TPFLAGS_IMMUTABLETYPE /* before Python 3.10 */
#define Py_TPFLAGS_IMMUTABLETYPE (1UL << 8)
#endif

static inline spam_state *get_spam_state(PyObject *module)
{
    return (spam_state *)PyModule_GetState(module);
}

static void Shape_dealloc(PyObject *self)
{
    PyTypeObject *tp = Py_TYPE(self);
    tp->tp_free(self);
    Py_DECREF(tp);
}

static PyType_Slot Shape_Type_slots[] = {
    {Py_tp_new, PyType_GenericNew},
    {Py_nb_bool, shape_bool},
#ifndef WITHOUT_EXTRA
    {Py_nb_add, shape_add},
#endif
    {Py_tp_dealloc, Shape_dealloc},
    {0, NULL},
};

PyType_Spec Shape_Type_spec = {
    .name = "spam.Shape",
    .basicsize = sizeof(Shape),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE,
    .slots = Shape_Type_slots,
};
static PyMethodDef methods[] = { {NULL} };
static int spam_traverse(PyObject *module, visitproc visit, void *arg)
{
    spam_state *state = get_spam_state(module);
    Py_VISIT(state->Shape_Type);
    return 0;
}

static int spam_clear(PyObject *module)
{
    spam_state *state = get_spam_state(module);
    Py_CLEAR(state->Shape_Type);
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

static struct PyModuleDef d = {
    PyModuleDef_HEAD_INIT, "spam", NULL, sizeof(spam_state), methods,
    .m_slots = spam_slots,
    .m_traverse = spam_traverse,
    .m_clear = spam_clear,
    .m_free = spam_free,
};
static int spam_exec(PyObject *m)
{
    spam_state *state = get_spam_state(m);
    state->Shape_Type = (PyTypeObject *)PyType_FromModuleAndSpec(
        m, &Shape_Type_spec, NULL);
    if (state->Shape_Type == NULL) return -1;
    return 0;
}

PyMODINIT_FUNC PyInit_spam(void)
{
    return PyModuleDef_Init(&d);
}
