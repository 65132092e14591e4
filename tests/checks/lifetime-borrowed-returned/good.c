#include "../module.h"

struct spam_state {
    PyObject *error;
};

static int
spam_traverse(PyObject *module, visitproc visit, void *arg)
{
    struct spam_state *state = PyModule_GetState(module);
    Py_VISIT(state->error);
    return 0;
}

static int
spam_clear(PyObject *module)
{
    struct spam_state *state = PyModule_GetState(module);
    Py_CLEAR(state->error);
    return 0;
}

static void
spam_free(void *module)
{
    (void)spam_clear((PyObject *)module);
}

static PyObject *
error_of_state(PyObject *module, PyObject *arg)
{
    (void)arg;
    struct spam_state *state = PyModule_GetState(module);
    return Py_XNewRef(state->error);
}

/* The member is given up. */
static PyObject *
moves_out(PyObject *module, PyObject *arg)
{
    (void)arg;
    struct spam_state *state = PyModule_GetState(module);
    PyObject *error = state->error;
    if (error == NULL) {
        Py_RETURN_NONE;
    }
    state->error = NULL;
    return error;
}

static PyObject *
argument(PyObject *module, PyObject *arg)
{
    (void)module;
    if (PyUnicode_Check(arg)) {
        Py_INCREF(arg);
        return arg;
    }
    return PyObject_Str(arg);
}

static PyObject *
entry(PyObject *module, PyObject *arg)
{
    PyObject *dict = PyModule_GetDict(module);
    PyObject *value = PyDict_GetItemWithError(dict, arg);
    Py_XINCREF(value);
    return value;
}

/* What is compared with None may be None. */
static PyObject *
none_or(PyObject *module, PyObject *arg)
{
    (void)module;
    PyObject *result = PyObject_CallNoArgs(arg);
    if (result == NULL || result != Py_None) {
        return result;
    }
    Py_DECREF(result);
    return result;
}

/* Nothing that Python calls: it gives a borrowed reference by agreement. */
static PyObject *
error_of(PyObject *module)
{
    return ((struct spam_state *)PyModule_GetState(module))->error;
}

static PyObject *
from_helper(PyObject *module, PyObject *arg)
{
    (void)arg;
    PyObject *error = error_of(module);
    Py_XINCREF(error);
    return error;
}

/* The same element, read twice. */
static PyObject *many[4];

static PyObject *
element(PyObject *module, PyObject *arg)
{
    Py_ssize_t i = PyLong_AsSsize_t(arg);
    (void)module;
    if (i < 0 || i >= 4) {
        PyErr_SetNone(PyExc_IndexError);
        return NULL;
    }
    Py_INCREF(many[i]);
    return many[i];
}

/* It takes its argument over. */
static PyObject *
finished(PyObject *text)
{
    if (PyUnicode_Check(text)) {
        return text;
    }
    Py_DECREF(text);
    return PyUnicode_FromString("text");
}

static PyObject *
finishes(PyObject *module, PyObject *arg)
{
    (void)module;
    return finished(Py_NewRef(arg));
}

static PyMethodDef methods[] = {
    {"finishes", finishes, METH_O, NULL},
    {"element", element, METH_O, NULL},
    {"error_of_state", error_of_state, METH_O, NULL},
    {"moves_out", moves_out, METH_O, NULL},
    {"argument", argument, METH_O, NULL},
    {"none_or", none_or, METH_O, NULL},
    {"entry", entry, METH_O, NULL},
    {"from_helper", from_helper, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};
static PyModuleDef_Slot slots[] = {
    INTERPRETERS_SLOT
    {0, NULL},
};
struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    .m_name = "spam",
    .m_size = sizeof(struct spam_state),
    .m_methods = methods,
    .m_slots = slots,
    .m_traverse = spam_traverse,
    .m_clear = spam_clear,
    .m_free = spam_free,
};
