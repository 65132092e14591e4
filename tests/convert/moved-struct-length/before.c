/* The struct that moves in front of the state has an array, whose length is a macro that is defined
 * behind what needs the state first. */
#include <Python.h>

static PyObject *Full;

static PyObject *
full(PyObject *module, PyObject *Py_UNUSED(ignored))
{
    return Py_NewRef(Full);
}

#define LENGTH 4
#define SIZE (LENGTH + 1)

typedef struct block {
    struct block *left;
    int data[SIZE];
} block;

#define MOST 2

static block *free_blocks[MOST];
static int n_free;

static PyObject *
count(PyObject *module, PyObject *Py_UNUSED(ignored))
{
    if (n_free < MOST) {
        block *made = PyMem_Malloc(sizeof(block));
        if (made == NULL) {
            return PyErr_NoMemory();
        }
        free_blocks[n_free++] = made;
    }
    return PyLong_FromLong(n_free);
}

static PyMethodDef methods[] = {
    {"count", count, METH_NOARGS, NULL},
    {"full", full, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static void
spam_free(void *module)
{
    while (n_free > 0) {
        PyMem_Free(free_blocks[--n_free]);
    }
}

static struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT, "spam", NULL, -1, methods, NULL, NULL, NULL, spam_free,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    PyObject *module = PyModule_Create(&spam_module);
    if (module == NULL) {
        return NULL;
    }
    Full = PyErr_NewException("spam.Full", NULL, NULL);
    if (Full == NULL) {
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
