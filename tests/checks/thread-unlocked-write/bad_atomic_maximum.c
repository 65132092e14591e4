/* A maximum by an atomic read and an atomic write. */
#include "../module.h"

typedef struct {
    PyObject_HEAD
    long most;
} Spam;

static PyObject *
spam_note(Spam *self, PyObject *value)
{
    long number = PyLong_AsLong(value);
    if (number == -1 && PyErr_Occurred()) {
        return NULL;
    }
    long most = __atomic_load_n(&self->most, __ATOMIC_SEQ_CST);
    if (number > most) {
        __atomic_store_n(&self->most, number, __ATOMIC_SEQ_CST);  // want: thread-unlocked-write
    }
    Py_RETURN_NONE;
}

static PyMethodDef spam_type_methods[] = {
    {"note", (PyCFunction)spam_note, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static PyType_Slot spam_type_slots[] = {
    {Py_tp_methods, spam_type_methods},
    {0, NULL},
};

static PyType_Spec spam_type_spec = {
    .name = "spam.Spam",
    .basicsize = sizeof(Spam),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE | Py_TPFLAGS_DISALLOW_INSTANTIATION,
    .slots = spam_type_slots,
};

static int
spam_exec(PyObject *module)
{
    PyObject *type = PyType_FromModuleAndSpec(module, &spam_type_spec, NULL);
    if (type == NULL) {
        return -1;
    }
    int result = PyModule_AddObjectRef(module, "Spam", type);
    Py_DECREF(type);
    return result;
}

static PyMethodDef methods[] = {
    {NULL, NULL, 0, NULL},
};

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
