/* The memory for the end of the process stays static, and the objects in the other memory are
 * nobody's: a second run leaves the opt-out as it is. */
#include <Python.h>
#include <stdlib.h>

typedef struct {
    PyObject *names;
} Context;

static Context *context = NULL;
static char *at_exit_memory = NULL;
static int noted = 0;

static void
at_exit(void)
{
    free(at_exit_memory);
    at_exit_memory = NULL;
}

static int
open_context(void)
{
    if (context != NULL) {
        return 0;
    }
    context = (Context *)PyMem_Calloc(1, sizeof(Context));
    if (context == NULL) {
        PyErr_NoMemory();
        return -1;
    }
    context->names = PyList_New(0);
    if (context->names == NULL) {
        PyMem_Free(context);
        context = NULL;
        return -1;
    }
    return 0;
}

static PyObject *
names(PyObject *self, PyObject *unused)
{
    noted++;
    if (open_context() < 0) {
        return NULL;
    }
    Py_INCREF(context->names);
    return context->names;
}

static PyMethodDef spam_methods[] = {
    {"names", names, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT, .m_name = "spam", .m_size = -1, .m_methods = spam_methods,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    at_exit_memory = malloc(16);
    if (at_exit_memory == NULL) {
        return PyErr_NoMemory();
    }
    if (Py_AtExit(at_exit) < 0) {
        free(at_exit_memory);
        return NULL;
    }
    return PyModule_Create(&spam_module);
}
