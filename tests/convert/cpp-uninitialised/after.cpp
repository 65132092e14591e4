/* Statics without an initialiser, for which C++ has a constructor that does nothing: a
 * struct with an object, and the type of a struct sequence. */
#include <Python.h>
#include <structseq.h>

struct Config {
    PyObject *last;
    long n;
};

static PyStructSequence_Field info_fields[] = {
    {(char *)"major", nullptr},
    {nullptr, nullptr},
};

static PyStructSequence_Desc info_desc = {
    (char *)"spam.Info",
    nullptr,
    info_fields,
    1,
};

typedef struct {
    Config config;
    Config recent[2];
    PyTypeObject *InfoType;
} spam_state;

#ifndef Py_TPFLAGS_IMMUTABLETYPE /* before Python 3.10 */
#define Py_TPFLAGS_IMMUTABLETYPE (1UL << 8)
#endif

static inline spam_state *get_spam_state(PyObject *module)
{
    return (spam_state *)PyModule_GetState(module);
}

static inline PyTypeObject *spam_new_sequence(
    PyStructSequence_Desc *description)
{
    PyTypeObject *type = PyStructSequence_NewType(description);
    if (type != nullptr) {
        type->tp_flags |= Py_TPFLAGS_IMMUTABLETYPE;
    }
    return type;
}

static PyObject *remember(PyObject *module, PyObject *value)
{
    spam_state *state = get_spam_state(module);
    Py_INCREF(value);
    Py_XSETREF(state->recent[state->config.n % 2].last, state->config.last);
    state->config.last = value;
    return PyLong_FromLong(++state->config.n);
}

static PyObject *info(PyObject *module, PyObject *)
{
    spam_state *state = get_spam_state(module);
    PyObject *made = PyStructSequence_New(state->InfoType);
    if (made == nullptr) {
        return nullptr;
    }
    PyStructSequence_SetItem(made, 0, PyLong_FromLong(state->config.n));
    return made;
}

static PyMethodDef methods[] = {
    {"remember", remember, METH_O, nullptr},
    {"info", info, METH_NOARGS, nullptr},
    {nullptr, nullptr, 0, nullptr},
};

static int spam_traverse(PyObject *module, visitproc visit, void *arg)
{
    spam_state *state = get_spam_state(module);
    Py_VISIT(state->config.last);
    for (size_t i = 0; i < sizeof(state->recent) / sizeof(*state->recent); i++) {
        Py_VISIT(state->recent[i].last);
    }
    Py_VISIT(state->InfoType);
    return 0;
}

static int spam_clear(PyObject *module)
{
    spam_state *state = get_spam_state(module);
    Py_CLEAR(state->config.last);
    for (size_t i = 0; i < sizeof(state->recent) / sizeof(*state->recent); i++) {
        Py_CLEAR(state->recent[i].last);
    }
    Py_CLEAR(state->InfoType);
    return 0;
}

static void spam_free(void *module)
{
    (void)spam_clear((PyObject *)module);
}

static int spam_exec(PyObject *module);

static PyModuleDef_Slot spam_slots[] = {
    {Py_mod_exec, (void *)spam_exec},
#ifdef Py_MOD_PER_INTERPRETER_GIL_SUPPORTED
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
    {0, nullptr},
};

static PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT, "spam", nullptr, sizeof(spam_state), methods, spam_slots, spam_traverse, spam_clear, spam_free,
};

static int spam_exec(PyObject *module)
{
    spam_state *state = get_spam_state(module);
    if ((state->InfoType = spam_new_sequence(&info_desc)) == nullptr) {
        return -1;
    }
    Py_INCREF(state->InfoType);
    if (PyModule_AddObject(module, "Info", (PyObject *)state->InfoType) < 0) {
        Py_DECREF(state->InfoType);
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC PyInit_spam()
{
    return PyModuleDef_Init(&spam_module);
}
