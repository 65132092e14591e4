#include "../module.h"

typedef struct {
    char page[64];
    char *room;
} spam_state;

static PyModuleDef spam_module;

static const char fixed[64];

/* Only for the call: nobody is known to keep it. */
static PyObject *
write_page(PyObject *module, PyObject *writer)
{
    spam_state *state = PyModule_GetState(module);
    PyObject *view = PyMemoryView_FromMemory(state->page, 64, PyBUF_READ);
    if (view == NULL) {
        return NULL;
    }
    PyObject *result = PyObject_CallOneArg(writer, view);
    Py_DECREF(view);
    return result;
}

static PyObject *
copy_page(PyObject *module, PyObject *Py_UNUSED(ignored))
{
    spam_state *state = PyModule_GetState(module);
    return PyBytes_FromStringAndSize(state->page, 64);
}

static PyObject *
show_fixed(PyObject *Py_UNUSED(module), PyObject *Py_UNUSED(ignored))
{
    return PyMemoryView_FromMemory((char *)fixed, sizeof(fixed), PyBUF_READ);
}

typedef struct {
    PyObject_HEAD
} Page;

/* The view keeps the instance, that its type, and that the module. */
static int
Page_getbuffer(PyObject *self, Py_buffer *view, int flags)
{
    spam_state *state = PyType_GetModuleState(Py_TYPE(self));
    return PyBuffer_FillInfo(view, self, state->page, sizeof(state->page), 0, flags);
}

PyType_Slot Page_slots[] = {{Py_bf_getbuffer, Page_getbuffer}, {0, NULL}};

PyType_Spec Page_spec = {
    .name = "spam.Page",
    .basicsize = sizeof(Page),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION,
    .slots = Page_slots,
};

static PyMethodDef methods[] = {
    {"write_page", write_page, METH_O, NULL},
    {"copy_page", copy_page, METH_NOARGS, NULL},
    {"show_fixed", show_fixed, METH_NOARGS, NULL},
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
