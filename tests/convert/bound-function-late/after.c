/* A function is made where it is first wanted, in a method, which has the module: it is bound to
 * that, as if the initialisation had made it. */
#include <Python.h>

typedef struct {
    PyObject *callback;
    PyObject *registry;
    int alive;
} spam_state;

static inline spam_state *
get_spam_state(PyObject *module)
{
    return (spam_state *)PyModule_GetState(module);
}

static PyObject *
on_death(PyObject *self, PyObject *ref)
{
    spam_state *state = get_spam_state(self);
    PyObject *number = PyLong_FromLong(--state->alive);
    if (number == NULL || PyList_Append(state->registry, number) < 0) {
        Py_XDECREF(number);
        return NULL;
    }
    Py_DECREF(number);
    Py_RETURN_NONE;
}

static PyMethodDef on_death_def = {"on_death", on_death, METH_O, NULL};

static PyObject *
watch(PyObject *self, PyObject *object)
{
    spam_state *state = get_spam_state(self);
    PyObject *ref;
    if (state->callback == NULL) {
        state->callback = PyCFunction_New(&on_death_def, self);
        if (state->callback == NULL) {
            return NULL;
        }
    }
    ref = PyWeakref_NewRef(object, state->callback);
    if (ref != NULL) {
        state->alive++;
    }
    return ref;
}

static PyObject *
deaths(PyObject *self, PyObject *Py_UNUSED(ignored))
{
    spam_state *state = get_spam_state(self);
    return PyList_AsTuple(state->registry);
}

static PyMethodDef methods[] = {
    {"watch", watch, METH_O, NULL},
    {"deaths", deaths, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static int
spam_traverse(PyObject *module, visitproc visit, void *arg)
{
    spam_state *state = get_spam_state(module);
    Py_VISIT(state->callback);
    Py_VISIT(state->registry);
    return 0;
}

static int
spam_clear(PyObject *module)
{
    spam_state *state = get_spam_state(module);
    Py_CLEAR(state->callback);
    Py_CLEAR(state->registry);
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
