/* What code that runs once in the process sets stays with the flag for it. */
#include <Python.h>
#include <pthread.h>

static pthread_once_t once = PTHREAD_ONCE_INIT;
static int squares[10];
static pthread_once_t is_made = PTHREAD_ONCE_INIT;
static PyObject *names;
static int *cubes;
static long n_calls;

static void
fill(void)
{
    for (int i = 0; i < 10; i++) {
        squares[i] = i * i;
    }
}

static void
make(void)
{
    cubes = PyMem_RawCalloc(10, sizeof(int));
    names = PyList_New(0);
}

static PyObject *
square(PyObject *self, PyObject *unused)
{
    pthread_once(&once, fill);
    pthread_once(&is_made, make);
    if (names == NULL) {
        return PyErr_NoMemory();
    }
    n_calls++;
    return Py_BuildValue("iOl", squares[3], names, n_calls);
}

static PyObject *
change(PyObject *self, PyObject *unused)
{
    squares[3]++;
    if (cubes != NULL) {
        cubes[3]++;
    }
    Py_RETURN_NONE;
}

static PyMethodDef methods[] = {
    {"square", square, METH_NOARGS, NULL},
    {"change", change, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT, "spam", NULL, -1, methods,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModule_Create(&definition);
}
