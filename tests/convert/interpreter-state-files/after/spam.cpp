#include "egg.hpp"
#include "spam_state.h"

/* Functions of another file in the table of a capsule ask the interpreter, also in C++. */
static EggAPI api = {egg_make, egg_check};

static PyObject *
spam_make(PyObject *, PyObject *size)
{
    double value = PyFloat_AsDouble(size);
    return value == -1.0 && PyErr_Occurred() ? NULL : egg_make(value);
}

static PyMethodDef spam_methods[] = {
    {"make", spam_make, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static int
spam_traverse(PyObject *module, visitproc visit, void *arg)
{
    spam_state *state = get_spam_state(module);
    Py_VISIT(state->Egg_Type);
    return 0;
}

static int
spam_clear(PyObject *module)
{
    spam_state *state = get_spam_state(module);
    Py_CLEAR(state->Egg_Type);
    return 0;
}

static void
spam_free(void *module)
{
    (void)spam_clear((PyObject *)module);
}

static int spam_exec(PyObject *module);

/* The interpreter keeps the module until it ends, and can load no other. */
static int
spam_exec_alone(PyObject *module)
{
    PyObject *dict = PyInterpreterState_GetDict(PyInterpreterState_Get());
    if (dict == NULL) {
        PyErr_NoMemory();
        return -1;
    }
    if (PyDict_GetItemString(dict, "spam.module") != NULL) {
        PyErr_SetString(PyExc_ImportError,
            "cannot load module more than once per interpreter");
        return -1;
    }
    if (PyDict_SetItemString(dict, "spam.module", module) < 0) {
        return -1;
    }
    if (spam_exec(module) < 0) {
        PyObject *type, *value, *traceback;
        PyErr_Fetch(&type, &value, &traceback);
        if (PyDict_DelItemString(dict, "spam.module") < 0) {
            PyErr_Clear();
        }
        PyErr_Restore(type, value, traceback);
        return -1;
    }
    return 0;
}

static PyModuleDef_Slot spam_slots[] = {
    {Py_mod_exec, (void *)spam_exec_alone},
#ifdef Py_MOD_PER_INTERPRETER_GIL_SUPPORTED
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
    {0, NULL},
};

static struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT, "spam", NULL, sizeof(spam_state), spam_methods, spam_slots, spam_traverse, spam_clear, spam_free,
};

static int
spam_exec(PyObject *module)
{
    spam_state *state = get_spam_state(module);
    state->Egg_Type = spam_new_type(module, &Egg_Type_spec);
    if (state->Egg_Type == NULL) {
        return -1;
    }
    PyObject *capsule = PyCapsule_New(&api, "spam._api", NULL);
    if (PyModule_AddObject(module, "_api", capsule) < 0) {
        Py_XDECREF(capsule);
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&spam_module);
}
