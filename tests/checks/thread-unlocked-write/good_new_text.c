/* A string and a bytearray that nobody else knows yet. */
#include "../module.h"

typedef struct {
    PyObject_HEAD
} Box;

static PyObject *
spam_text(PyObject *Py_UNUSED(module), PyObject *Py_UNUSED(ignored))
{
    PyObject *text = PyUnicode_New(3, 127);
    if (text == NULL) {
        return NULL;
    }
    for (int i = 0; i < 3; i++) {
        PyUnicode_WRITE(PyUnicode_KIND(text), PyUnicode_DATA(text), i, 'a');
    }
    PyObject *bytes = PyByteArray_FromStringAndSize(NULL, 3);
    if (bytes == NULL) {
        Py_DECREF(text);
        return NULL;
    }
    memset(PyByteArray_AS_STRING(bytes), 'b', 3);
    return Py_BuildValue("(NN)", text, bytes);
}

static PyMethodDef Box_methods[] = {
    {NULL},
};

static void
Box_dealloc(PyObject *self)
{
    PyTypeObject *type = Py_TYPE(self);
    type->tp_free(self);
    Py_DECREF(type);
}

static PyType_Slot Box_slots[] = {
    {Py_tp_dealloc, Box_dealloc},
    {Py_tp_methods, Box_methods},
    {0, NULL},
};

static PyType_Spec Box_spec = {
    .name = "spam.Box",
    .basicsize = sizeof(Box),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE,
    .slots = Box_slots,
};

static int
spam_exec(PyObject *module)
{
    PyObject *type = PyType_FromModuleAndSpec(module, &Box_spec, NULL);
    if (type == NULL) {
        return -1;
    }
    int result = PyModule_AddType(module, (PyTypeObject *)type);
    Py_DECREF(type);
    return result;
}

static PyMethodDef spam_methods[] = {
    {"text", spam_text, METH_NOARGS},
    {NULL},
};

static PyModuleDef_Slot spam_slots[] = {
    {Py_mod_exec, spam_exec},
    INTERPRETERS_SLOT
    {Py_mod_gil, Py_MOD_GIL_NOT_USED},
    {0, NULL},
};

/* It needs Python 3.13. */
static PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "spam",
    .m_size = 0,
    .m_methods = spam_methods,
    .m_slots = spam_slots,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&spam_module);
}
