/* A function fills statics through a pointer that it points at one of them. */
#include <Python.h>
#include <string.h>

static char *allowed, *denied;
static int n_filled;

static int
fill(const char *name, const char *value)
{
    char **place;
    int *count = &n_filled;
    if (strcmp(name, "allowed") == 0) {
        place = &allowed;
    }
    else {
        place = strcmp(name, "denied") == 0 ? &denied : NULL;
    }
    char *copy = place != NULL ? PyMem_Malloc(strlen(value) + 1) : NULL;
    if (copy == NULL) {
        return -1;
    }
    strcpy(copy, value);
    PyMem_Free(*place);
    *place = copy;
    ++*count;
    return 0;
}

static PyObject *
set(PyObject *module, PyObject *args)
{
    const char *name, *value;
    if (!PyArg_ParseTuple(args, "ss", &name, &value)) {
        return NULL;
    }
    if (fill(name, value) < 0) {
        return PyErr_NoMemory();
    }
    return Py_BuildValue("zzi", allowed, denied, n_filled);
}

static PyMethodDef methods[] = {
    {"set", set, METH_VARARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT, "spam", NULL, -1, methods,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModule_Create(&spam_module);
}
