/* Slots whose names a macro puts together: what they are is known by their numbers, which
 * changed with Python 3.15. */
#include <Python.h>

#define TYPE_SLOT(name, function) {Py_##name, (void *)function}
#define MODULE_SLOT(name, function) {Py_##name, (void *)function}

static PyObject *origin;

typedef struct {
    PyObject_HEAD
    char bytes[8];
} Block;

static int
block_getbuffer(PyObject *self, Py_buffer *view, int flags)
{
    if (origin == NULL) {
        PyErr_SetString(PyExc_BufferError, "no origin");
        return -1;
    }
    return PyBuffer_FillInfo(view, self, ((Block *)self)->bytes, 8, 0, flags);
}

static void
block_dealloc(PyObject *self)
{
    PyTypeObject *type = Py_TYPE(self);
    type->tp_free(self);
    Py_DECREF(type);
}

static PyType_Slot block_slots[] = {
    TYPE_SLOT(tp_dealloc, block_dealloc),
    TYPE_SLOT(bf_getbuffer, block_getbuffer),
    {0, NULL},
};

static PyType_Spec block_spec = {
    .name = "spam.Block",
    .basicsize = sizeof(Block),
    .flags = Py_TPFLAGS_DEFAULT,
    .slots = block_slots,
};

static int
spam_exec(PyObject *module)
{
    origin = PyLong_FromLong(0);
    if (origin == NULL) {
        return -1;
    }
    PyObject *type = PyType_FromModuleAndSpec(module, &block_spec, NULL);
    if (type == NULL) {
        return -1;
    }
    int result = PyModule_AddType(module, (PyTypeObject *)type);
    Py_DECREF(type);
    return result;
}

static PyModuleDef_Slot module_slots[] = {
    MODULE_SLOT(mod_exec, spam_exec),
    {0, NULL},
};

static struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "spam",
    .m_slots = module_slots,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&spam_module);
}
