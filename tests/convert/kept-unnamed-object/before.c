/* Objects without a name, behind pointers that begin with their address. */
#include <Python.h>

struct point {
    int x, y;
};
static int *sizes = (int[]){1, 2};
static struct point *const origin = &(struct point){1, 2};
static const int *const primes = (const int[]){2, 3};

static PyObject *
grow(PyObject *Py_UNUSED(module), PyObject *Py_UNUSED(ignored))
{
    sizes[0]++;
    origin->x += primes[1];
    return Py_BuildValue("(ii)", sizes[0], origin->x);
}

static PyMethodDef methods[] = {
    {"grow", grow, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static PyModuleDef spam = {
    PyModuleDef_HEAD_INIT, "spam", NULL, -1, methods, NULL, NULL, NULL, NULL,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModule_Create(&spam);
}
