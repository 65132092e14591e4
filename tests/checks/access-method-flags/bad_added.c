#include "../module.h"

static PyObject *
spam_call(PyObject *self, PyTypeObject *type, PyObject *const *args, Py_ssize_t n_args,
          PyObject *names)
{
    (void)self, (void)type, (void)args, (void)n_args, (void)names;
    Py_RETURN_NONE;
}

/* Functions that are added when the module is executed are the module's, too. */
static PyMethodDef more_methods[] = {
    {"call",
     (PyCFunction)(void (*)(void))spam_call,  // want: access-method-flags
     METH_METHOD | METH_FASTCALL | METH_KEYWORDS, NULL},
    {NULL, NULL, 0, NULL},
};

static int
spam_exec(PyObject *module)
{
    return PyModule_AddFunctions(module, more_methods);
}

static PyModuleDef_Slot slots[] = {
    {Py_mod_exec, spam_exec},
    INTERPRETERS_SLOT
    {0, NULL},
};

struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    .m_name = "spam",
    .m_size = 0,
    .m_slots = slots,
};
