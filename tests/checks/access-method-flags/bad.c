#include "../module.h"

static PyObject *
name(PyObject *self, PyTypeObject *defining_class, PyObject *const *args,
     Py_ssize_t n_args, PyObject *names)
{
    Py_RETURN_NONE;
}

#define CAST(function) ((PyCFunction)(void (*)(void))(function))
#define WITH_CLASS (METH_METHOD | METH_FASTCALL | METH_KEYWORDS)

static PyMethodDef methods[] = {
    {"right", CAST(name), WITH_CLASS, NULL},
    {"fast", CAST(name), METH_METHOD | METH_FASTCALL, NULL},  // want: access-method-flags
    {"of_class", CAST(name), WITH_CLASS | METH_CLASS, NULL},
    {"both", CAST(name), WITH_CLASS | METH_STATIC, NULL},  // want: access-method-flags
    {NULL, NULL, 0, NULL},
};
static PyMethodDef functions[] = {
    {.ml_flags = WITH_CLASS, .ml_name = "function", .ml_meth = CAST(name)},  // want: access-method-flags
    {0},
};

static PyType_Slot type_slots[] = {{Py_tp_methods, methods}, {0, NULL}};
PyType_Spec spec = {
    "spam.Spam", sizeof(PyObject), 0,
    Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE | Py_TPFLAGS_DISALLOW_INSTANTIATION,
    type_slots,
};

static PyModuleDef_Slot slots[] = {INTERPRETERS_SLOT {0, NULL}};
struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT, .m_name = "spam", .m_methods = functions, .m_slots = slots,
};
