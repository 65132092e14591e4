/* A static free list of C memory. */
#include "../module.h"

struct block {
    struct block *next;
};

static struct block *blocks;  // want: state-static-data

static PyObject *
spam_take(PyObject *Py_UNUSED(module), PyObject *Py_UNUSED(ignored))
{
    struct block *block = blocks;
    if (block != NULL) {
        blocks = block->next;
    }
    else {
        block = PyMem_Malloc(sizeof(*block));
        if (block == NULL) {
            return PyErr_NoMemory();
        }
    }
    block->next = blocks;
    blocks = block;
    Py_RETURN_NONE;
}

static PyMethodDef methods[] = {
    {"take", spam_take, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static PyModuleDef_Slot slots[] = {
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},  // want: claim-own-gil-false
    {Py_mod_gil, Py_MOD_GIL_NOT_USED},  // want: claim-gil-not-used
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
