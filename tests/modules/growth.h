/* Functions that keep what they were given within reach, one that raises, and one that asks
 * what the module keeps; each faulty module that includes it leaves something behind, or
 * releases what is not its own, with a macro. */
#include "module.h"

#include <stdlib.h>

#define STRING_(x) #x
#define STRING(x) STRING_(x)
#define JOIN_(a, b) a##b
#define JOIN(a, b) JOIN_(a, b)

struct event {
    struct event *next;
    char text[50];
};

struct state {
    struct event *events; /* that were noted, until the module object is freed */
    PyObject *seen;       /* a list */
    PyObject *word;       /* that lives as long as the module object */
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

static PyObject *
ask(PyObject *module, PyObject *unused)
{
    struct state *state = PyModule_GetState(module);
    (void)unused;
#ifdef TAKES_FOR_NOBODY
    Py_INCREF(state->word);
#endif
#ifdef RELEASES_WHAT_LASTS
    Py_DECREF(state->word);
#endif
#ifdef RETURNS_WHAT_LASTS
    return state->word;
#endif
    return PyLong_FromSsize_t(PyObject_Size(state->word));
}

/* Each call leaves another reference, within reach. */
static PyObject *
repeat(PyObject *module, PyObject *unused)
{
    struct state *state = PyModule_GetState(module);
    (void)unused;
    if (PyList_Append(state->seen, state->word) < 0) {
        return NULL;
    }
    Py_RETURN_NONE;
}

/* What each call leaves is kept where no collector finds it. */
static PyObject *
enlist(PyObject *module, PyObject *unused)
{
    struct state *state = PyModule_GetState(module);
    (void)unused;
    struct event *event = calloc(1, sizeof *event);
    if (event == NULL) {
        return PyErr_NoMemory();
    }
    event->next = state->events;
    state->events = event;
    Py_RETURN_NONE;
}

static PyMethodDef methods[] = {
    {"ask", ask, METH_NOARGS, NULL},
    {"enlist", enlist, METH_NOARGS, NULL},
    {"fill", fill, METH_O, NULL},
    {"note", note, METH_NOARGS, NULL},
    {"refuse", refuse, METH_O, NULL},
    {"repeat", repeat, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static int
execute(PyObject *module)
{
    struct state *state = PyModule_GetState(module);
    state->seen = PyList_New(0);
    state->word = PyByteArray_FromStringAndSize("word", 4);
    if (state->seen == NULL || state->word == NULL) {
        return -1;
    }
#if defined RELEASES_WHAT_LASTS || defined RETURNS_WHAT_LASTS
    for (int i = 0; i < 5000; i++) { /* so that it outlives what it loses */
        Py_INCREF(state->word);
    }
#endif
    return 0;
}

static int
traverse(PyObject *module, visitproc visit, void *arg)
{
    struct state *state = PyModule_GetState(module);
    Py_VISIT(state->seen);
    Py_VISIT(state->word);
    return 0;
}

static int
clear(PyObject *module)
{
    struct state *state = PyModule_GetState(module);
    Py_CLEAR(state->seen);
    Py_CLEAR(state->word);
    return 0;
}

static void
release(void *module)
{
    struct state *state = PyModule_GetState(module);
    (void)clear(module);
    while (state->events != NULL) {
        struct event *next = state->events->next;
        free(state->events);
        state->events = next;
    }
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
