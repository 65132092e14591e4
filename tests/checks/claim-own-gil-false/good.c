/* The state is process-wide on purpose, and the source says why: the claim is
 * checked without it. */
#include "../module.h"

/* insulate: ignore[state-static-data] the processor is the same for all */
static int has_simd = -1;

static PyObject *
spam_simd(PyObject *module, PyObject *ignored)
{
    if (has_simd < 0) {
        has_simd = __builtin_cpu_supports("sse2") != 0;
    }
    return PyBool_FromLong(has_simd);
}

static PyMethodDef methods[] = {
    {"simd", spam_simd, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};
static PyModuleDef_Slot slots[] = {
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
    {0, NULL},
};
static PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT, .m_name = "spam", .m_methods = methods, .m_slots = slots,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&spam_module);
}
