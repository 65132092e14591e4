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
    return state->error;  // want: lifetime-borrowed-returned
}

static PyObject *
argument(PyObject *module, PyObject *arg)
{
    (void)module;
    if (PyUnicode_Check(arg)) {
        return arg;  // want: lifetime-borrowed-returned
    }
    return PyObject_Str(arg);
}

static PyObject *
entry(PyObject *module, PyObject *arg)
{
    PyObject *dict = PyModule_GetDict(module);
    PyObject *value = PyDict_GetItemWithError(dict, arg);
    if (value == NULL) {
        return NULL;
    }
    return value;  // want: lifetime-borrowed-returned
}

static PyObject *
first_of(PyObject *list)
{
    return PyList_GetItem(list, 0);
}

static PyObject *
from_helper(PyObject *module, PyObject *arg)
{
    (void)module;
    return first_of(arg);  // want: lifetime-borrowed-returned
}

/* What a method returns unread, as Argument Clinic's do. */
static PyObject *
chosen_impl(PyObject *module, PyObject *arg, PyObject *fallback)
{
    (void)module;
    if (PyUnicode_Check(arg)) {
        return PyUnicode_FromString("text");
    }
    return fallback;  // want: lifetime-borrowed-returned
}

static PyObject *
chosen(PyObject *module, PyObject *const *args, Py_ssize_t n_args)
{
    PyObject *result = NULL, *fallback = Py_None;
    if (n_args < 1) {
        goto exit;
    }
    if (n_args > 1) {
        fallback = args[1];
    }
    result = chosen_impl(module, args[0], fallback);

exit:
    return result;
}

/* It is told once. */
static PyObject *
other_impl(PyObject *module, PyObject *arg)
{
    (void)module;
    return arg;  // want: lifetime-borrowed-returned
}

static PyObject *
other(PyObject *module, PyObject *arg)
{
    return other_impl(module, arg);
}

static PyMethodDef methods[] = {
    {"chosen", (PyCFunction)(void (*)(void))chosen, METH_FASTCALL, NULL},
    {"other", other, METH_O, NULL},
    {"error_of_state", error_of_state, METH_O, NULL},
    {"argument", argument, METH_O, NULL},
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
