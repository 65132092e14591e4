/* Functions that keep what they were given within reach, and one that raises; each faulty
 * module that includes it leaves something behind, with a macro. */
#include "module.h"

#define STRING_(x) #x
#define STRING(x) STRING_(x)
#define JOIN_(a, b) a##b
#define JOIN(a, b) JOIN_(a, b)

struct state {
    PyObject *seen; /* a list */
};

static PyObject *
note(PyObject *module, PyObject *unused)
{
    struct state *state = PyModule_GetState(module);
    (void)unused;
    PyObject *made = PyByteArray_FromStringAndSize("abc", 3);
    if (made == NULL || PyList_Append(state->seen, made) < 0) {
        Py_XDECREF(made);
        return NULL;
    }
    Py_DECREF(made);
    Py_RETURN_NONE;
}

static PyObject *
fill(PyObject *module, PyObject *list)
{
    (void)module;
    PyObject *made = PyByteArray_FromStringAndSize("abc", 3);
    if (made == NULL || PyList_Append(list, made) < 0) {
        Py_XDECREF(made);
        return NULL;
    }
    Py_DECREF(made);
    Py_RETURN_NONE;
}

static PyObject *
refuse(PyObject *module, PyObject *object)
{
    (void)module;
    PyObject *text = PyObject_Repr(object);
    if (text != NULL) {
        PyErr_Format(PyExc_ValueError, "refused: %U", text);
#ifndef KEEPS_WHERE_IT_RAISES
        Py_DECREF(text);
#endif
    }
    return NULL;
}

static PyMethodDef methods[] = {
    {"fill", fill, METH_O, NULL},
    {"note", note, METH_NOARGS, NULL},
    {"refuse", refuse, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static int
execute(PyObject *module)
{
    struct state *state = PyModule_GetState(module);
    state->seen = PyList_New(0);
    return state->seen != NULL ? 0 : -1;
}

static int
traverse(PyObject *module, visitproc visit, void *arg)
{
    struct state *state = PyModule_GetState(module);
    Py_VISIT(state->seen);
    return 0;
}

static int
clear(PyObject *module)
{
    struct state *state = PyModule_GetState(module);
    Py_CLEAR(state->seen);
    return 0;
}

static void
release(void *module)
{
    (void)clear(module);
}

static PyModuleDef_Slot slots[] = {{Py_mod_exec, (void *)execute}, OWN_GIL{0, NULL}};

static struct PyModuleDef definition = {
    .m_base = PyModuleDef_HEAD_INIT,
    .m_name = STRING(NAME),
    .m_size = sizeof(struct state),
    .m_methods = methods,
    .m_slots = slots,
    .m_traverse = traverse,
    .m_clear = clear,
    .m_free = release,
};

PyMODINIT_FUNC
JOIN(PyInit_, NAME)(void)
{
    return PyModuleDef_Init(&definition);
}
