/* A function of the module allocates what a static keeps: m_free frees what there is at the end. */
#include <Python.h>
#include <stdlib.h>
#include <string.h>

static char *kept;

static void *
get_memory(size_t n)
{
    void *memory = malloc(n + 8);
    return memory;
}

static PyObject *
keep(PyObject *Py_UNUSED(self), PyObject *args)
{
    const char *text;
    if (!PyArg_ParseTuple(args, "s", &text)) {
        return NULL;
    }
    char *copy = (char *)get_memory(strlen(text) + 1);
    if (copy == NULL) {
        return PyErr_NoMemory();
    }
    strcpy(copy, text);
    free(kept);
    kept = copy;
    return PyUnicode_FromString(kept);
}

static PyMethodDef methods[] = {
    {"keep", keep, METH_VARARGS, NULL},
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
