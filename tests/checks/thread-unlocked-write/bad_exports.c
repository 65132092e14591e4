/* The number of exported buffers. */
#include "../module.h"

typedef struct {
    PyObject_HEAD
    int n_exports;
    char bytes[16];
} Bag;

static int
Bag_getbuffer(PyObject *op, Py_buffer *view, int flags)
{
    Bag *self = (Bag *)op;
    if (PyBuffer_FillInfo(view, op, self->bytes, sizeof(self->bytes), 1, flags) < 0) {
        return -1;
    }
    self->n_exports++;  // want: thread-unlocked-write
    return 0;
}

static void
Bag_releasebuffer(PyObject *op, Py_buffer *Py_UNUSED(view))
{
    ((Bag *)op)->n_exports--;
}

static void
Bag_dealloc(PyObject *op)
{
    PyTypeObject *type = Py_TYPE(op);
    type->tp_free(op);
    Py_DECREF(type);
}

static PyType_Slot Bag_slots[] = {
    {Py_bf_getbuffer, Bag_getbuffer},
    {Py_bf_releasebuffer, Bag_releasebuffer},
    {Py_tp_dealloc, Bag_dealloc},
    {0, NULL},
};

static PyType_Spec Bag_spec = {  // want-note: change-pickle
    .name = "spam.Bag",
    .basicsize = sizeof(Bag),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE,
    .slots = Bag_slots,
};

static PyMethodDef methods[] = {
    {NULL, NULL, 0, NULL},
};

static int
spam_exec(PyObject *module)
{
    PyObject *type = PyType_FromModuleAndSpec(module, &Bag_spec, NULL);
    if (type == NULL) {
        return -1;
    }
    int result = PyModule_AddType(module, (PyTypeObject *)type);
    Py_DECREF(type);
    return result;
}

static PyModuleDef_Slot slots[] = {
    {Py_mod_exec, spam_exec},
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
    {Py_mod_gil, Py_MOD_GIL_NOT_USED},
    {0, NULL},
};

/* It needs Python 3.13. */
static PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT, .m_name = "spam", .m_size = 0,
    .m_methods = methods, .m_slots = slots,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&spam_module);
}
