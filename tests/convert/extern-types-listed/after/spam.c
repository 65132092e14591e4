/* A header declares types, objects and numbers in lists: what stays of each is written again, and
 * the specs of the types are declared instead. */
#include "types.h"
#include "spam_state.h"

int egg_version = 3;

static PyObject *
is_ham(PyObject *self, PyObject *object)
{
    spam_state *state = get_spam_state(self);
    if (object == state->nothing[0]) {
        PyErr_SetString(state->HamError, "nothing");
        return NULL;
    }
    return PyBool_FromLong(Py_IS_TYPE(object, state->Ham_type));
}

static PyMethodDef methods[] = {
    {"is_ham", is_ham, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static int
spam_traverse(PyObject *module, visitproc visit, void *arg)
{
    spam_state *state = get_spam_state(module);
    for (size_t i = 0; i < Py_ARRAY_LENGTH(state->nothing); i++) {
        Py_VISIT(state->nothing[i]);
    }
    Py_VISIT(state->HamError);
    Py_VISIT(state->EggError);
    Py_VISIT(state->Egg_type);
    Py_VISIT(state->Ham_type);
    return 0;
}

static int
spam_clear(PyObject *module)
{
    spam_state *state = get_spam_state(module);
    for (size_t i = 0; i < Py_ARRAY_LENGTH(state->nothing); i++) {
        Py_CLEAR(state->nothing[i]);
    }
    Py_CLEAR(state->HamError);
    Py_CLEAR(state->EggError);
    Py_CLEAR(state->Egg_type);
    Py_CLEAR(state->Ham_type);
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
    .m_methods = methods,
    .m_slots = spam_slots,
    .m_traverse = spam_traverse,
    .m_clear = spam_clear,
    .m_free = spam_free,
};

static int
spam_exec(PyObject *m)
{
    spam_state *state = get_spam_state(m);
    state->Egg_type = (PyTypeObject *)PyType_FromModuleAndSpec(
        m, &Egg_type_spec, NULL);
    if (state->Egg_type == NULL) {
        return -1;
    }
    state->Ham_type = (PyTypeObject *)PyType_FromModuleAndSpec(
        m, &Ham_type_spec, NULL);
    if (state->Ham_type == NULL) {
        return -1;
    }
    state->egg_limit = 2;
    state->EggError = PyErr_NewException("spam.EggError", NULL, NULL);
    state->HamError = PyErr_NewException("spam.HamError", NULL, NULL);
    state->nothing[0] = PyTuple_New(0);
    if (state->EggError == NULL || state->HamError == NULL
        || state->nothing[0] == NULL
        || PyModule_AddObjectRef(m, "EggError", state->EggError) < 0
        || PyModule_AddObjectRef(m, "HamError", state->HamError) < 0
        || PyModule_AddType(m, state->Egg_type) < 0
        || PyModule_AddType(m, state->Ham_type) < 0)
    {
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&spam_module);
}
