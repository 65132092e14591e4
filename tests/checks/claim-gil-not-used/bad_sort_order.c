/* The direction of a sort is handed to qsort's function by a static. */
#include <Python.h>
#include <stdlib.h>

static int descending;  // want: state-static-data

static int
compare(const void *a, const void *b)
{
    long x = *(const long *)a, y = *(const long *)b;
    int order = (x > y) - (x < y);
    return descending ? -order : order;
}

static PyObject *
spam_sorted(PyObject *module, PyObject *args)
{
    long numbers[3];
    int down;
    if (!PyArg_ParseTuple(args, "lllp", &numbers[0], &numbers[1], &numbers[2], &down)) {
        return NULL;
    }
    descending = down;
    qsort(numbers, 3, sizeof(long), compare);
    return Py_BuildValue("(lll)", numbers[0], numbers[1], numbers[2]);
}

static PyMethodDef spam_methods[] = {
    {"sorted", (PyCFunction)spam_sorted, METH_VARARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static PyModuleDef_Slot spam_slots[] = {
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},  // want: claim-own-gil-false
    {Py_mod_gil, Py_MOD_GIL_NOT_USED},  // want: claim-gil-not-used
    {0, NULL},
};

/* It needs Python 3.13. */
static struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT, "spam", NULL, 0,
    spam_methods, spam_slots, NULL, NULL, NULL,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&spam_module);
}
