/* What is behind the end of a stack is nobody's any more. */
#include <Python.h>

static PyObject *stack[8], *current;
static int depth;

static PyObject *
push(PyObject *self, PyObject *arg)
{
    if (depth == 8) {
        Py_RETURN_NONE;
    }
    stack[depth++] = current;
    current = PyList_New(0);
    PyList_Append(current, arg);
    Py_RETURN_NONE;
}

static PyObject *
pop(PyObject *self, PyObject *ignored)
{
    PyObject *old = current;
    if (depth == 0) {
        Py_RETURN_NONE;
    }
    current = stack[--depth];
    return old;
}

static PyMethodDef methods[] = {
    {"push", push, METH_O, NULL},
    {"pop", pop, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef def = {PyModuleDef_HEAD_INIT, "spam", NULL, -1, methods};

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModule_Create(&def);
}
