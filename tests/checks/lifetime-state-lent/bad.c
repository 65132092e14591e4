#include "../module.h"

typedef struct {
    char page[64];
    char *room;
} spam_state;

static PyModuleDef spam_module;

static PyObject *
show_page(PyObject *module, PyObject *Py_UNUSED(ignored))
{
    spam_state *state = PyModule_GetState(module);
    return PyMemoryView_FromMemory(state->page, sizeof(state->page), PyBUF_WRITE);  // want: lifetime-state-lent
}

static PyObject *
show_room(PyObject *module, PyObject *Py_UNUSED(ignored))
{
    spam_state *state = PyModule_GetState(module);
    char *room = state->room;
    PyObject *view = PyMemoryView_FromMemory(room, 64, PyBUF_READ);  // want: lifetime-state-lent
    if (view == NULL) {
        return NULL;
    }
    return view;
}

static PyObject *
show_buffer(PyObject *module, PyObject *Py_UNUSED(ignored))
{
    spam_state *state = PyModule_GetState(module);
    Py_buffer buffer;
    if (PyBuffer_FillInfo(&buffer, NULL, state->page, 64, 1, PyBUF_SIMPLE) < 0) {  // want: lifetime-state-lent
        return NULL;
    }
    return PyMemoryView_FromBuffer(&buffer);
}

static PyObject *
show_part(PyObject *module, PyObject *Py_UNUSED(ignored))
{
    spam_state *state = PyModule_GetState(module);
    Py_buffer buffer = {.len = 8, .itemsize = 1, .ndim = 1};
    buffer.buf = &state->page[8];
    return PyMemoryView_FromBuffer(&buffer);  // want: lifetime-state-lent
}

static PyObject *
set(PyObject *module, PyObject *Py_UNUSED(ignored))
{
    spam_state *state = PyModule_GetState(module);
    strcpy(state->page, "SPAM=1");
    putenv(state->page);  // want: lifetime-state-lent, global-process-call
    Py_RETURN_NONE;
}

static PyMethodDef methods[] = {
    {"show_page", show_page, METH_NOARGS, NULL},
    {"show_room", show_room, METH_NOARGS, NULL},
    {"show_buffer", show_buffer, METH_NOARGS, NULL},
    {"show_part", show_part, METH_NOARGS, NULL},
    {"set", set, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static int
spam_exec(PyObject *module)
{
    spam_state *state = PyModule_GetState(module);
    state->room = PyMem_Malloc(64);
    if (state->room == NULL) {
        PyErr_NoMemory();
        return -1;
    }
    return 0;
}

static void
spam_free(void *module)
{
    spam_state *state = PyModule_GetState(module);
    PyMem_Free(state->room);
}

static PyModuleDef_Slot slots[] = {{Py_mod_exec, spam_exec}, INTERPRETERS_SLOT {0, NULL}};

static PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "spam",
    .m_size = sizeof(spam_state),
    .m_methods = methods,
    .m_slots = slots,
    .m_free = spam_free,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&spam_module);
}
