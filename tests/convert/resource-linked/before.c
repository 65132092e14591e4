/* A list of free blocks: what a function is handed is memory that others allocate. */
#include <Python.h>
#include <stdlib.h>

struct block {
    struct block *next;
    char bytes[64];
};

static struct block *blocks;

static struct block *
get_block(void)
{
    struct block *block = blocks;
    if (block != NULL) {
        blocks = block->next;
        return block;
    }
    return malloc(sizeof(struct block));
}

static void
put_block(struct block *block)
{
    block->next = blocks;
    blocks = block;
}

static PyObject *
use(PyObject *self, PyObject *Py_UNUSED(args))
{
    struct block *block = get_block();
    if (block == NULL) {
        return PyErr_NoMemory();
    }
    block->bytes[0] = 1;
    put_block(block);
    Py_RETURN_NONE;
}

static PyMethodDef methods[] = {
    {"use", use, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "spam",
    .m_size = -1,
    .m_methods = methods,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModule_Create(&spam_module);
}
