/* PyObject_New initialises the instance, too: a second time would take a second reference to the
 * heap type. */
#include <Python.h>
typedef struct { PyObject_HEAD long i, m; } MyIter;
static PyObject *MyIter_iternext(PyObject *self)
{
    MyIter *p = (MyIter *)self;
    if (p->i < p->m)
        return PyLong_FromLong(p->i++);
    return NULL;
}

typedef struct {
    PyTypeObject *MyIterType;
} spam_state;

#ifndef Py_TPFLAGS_IMMUTABLETYPE /* before Python 3.10 */
#define Py_TPFLAGS_IMMUTABLETYPE (1UL << 8)
#define Py_TPFLAGS_DISALLOW_INSTANTIATION (1UL << 7)
#endif

static inline spam_state *get_spam_state(PyObject *module)
{
    return (spam_state *)PyModule_GetState(module);
}

static inline PyTypeObject *spam_new_type(PyObject *module, PyType_Spec *spec)
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

static void MyIter_dealloc(PyObject *self)
{
    PyTypeObject *tp = Py_TYPE(self);
    tp->tp_free(self);
    Py_DECREF(tp);
}

static PyType_Slot MyIterType_slots[] = {
    {Py_tp_iter, PyObject_SelfIter},
    {Py_tp_iternext, MyIter_iternext},
    {Py_tp_dealloc, MyIter_dealloc},
    {0, NULL},
};

static PyType_Spec MyIterType_spec = {
    .name = "spam._MyIter",
    .basicsize = sizeof(MyIter),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE |
        Py_TPFLAGS_DISALLOW_INSTANTIATION,
    .slots = MyIterType_slots,
};
static PyObject *myiter(PyObject *self, PyObject *arg)
{
    spam_state *state = get_spam_state(self);
    long m = PyLong_AsLong(arg);
    if (m == -1 && PyErr_Occurred()) {
        return NULL;
    }
    MyIter *p = PyObject_New(MyIter, state->MyIterType);
    if (!p) {
        return NULL;
    }
    /* I'm not sure if it's strictly necessary. */
    p->m = m;
    p->i = 0;
    return (PyObject *)p;
}
static PyMethodDef methods[] = {
    {"myiter", myiter, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};
static int spam_traverse(PyObject *module, visitproc visit, void *arg)
{
    spam_state *state = get_spam_state(module);
    Py_VISIT(state->MyIterType);
    return 0;
}

static int spam_clear(PyObject *module)
{
    spam_state *state = get_spam_state(module);
    Py_CLEAR(state->MyIterType);
    return 0;
}

static void spam_free(void *module)
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

static struct PyModuleDef module = {
    PyModuleDef_HEAD_INIT, "spam", NULL, sizeof(spam_state), methods,
    .m_slots = spam_slots,
    .m_traverse = spam_traverse,
    .m_clear = spam_clear,
    .m_free = spam_free,
};
static int spam_exec(PyObject *module)
{
    spam_state *state = get_spam_state(module);
    state->MyIterType = spam_new_type(module, &MyIterType_spec);
    if (state->MyIterType == NULL) return -1;
    return 0;
}

PyMODINIT_FUNC PyInit_spam(void)
{
    return PyModuleDef_Init(&module);
}
