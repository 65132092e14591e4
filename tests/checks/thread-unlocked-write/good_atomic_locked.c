/* Atomic accesses that a section keeps together. */
#include "../module.h"

typedef struct {
    PyObject_HEAD
    _Atomic int n_left;
} Spam;

static PyObject *
spam_take(Spam *self, PyObject *Py_UNUSED(ignored))
{
    int is_taken = 0;
    Py_BEGIN_CRITICAL_SECTION(self);
    if (self->n_left > 0) {
        self->n_left--;
        is_taken = 1;
    }
    Py_END_CRITICAL_SECTION();
    return PyBool_FromLong(is_taken);
}

static PyObject *
spam_left(Spam *self, PyObject *Py_UNUSED(ignored))
{
    return PyLong_FromLong(self->n_left);
}

static PyMethodDef spam_type_methods[] = {
    {"take", (PyCFunction)spam_take, METH_NOARGS, NULL},
    {"left", (PyCFunction)spam_left, METH_NOARGS, NULL},
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
