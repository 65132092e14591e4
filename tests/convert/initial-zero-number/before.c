/* A state begins with zeros: 0.0 needs no exec function. */
#include <Python.h>

static double sum = 0.0, last = .0f;
static long double most = 0.L;
static float scale;

static PyObject *
add(PyObject *self, PyObject *arg)
{
    last = PyFloat_AsDouble(arg);
    if (last == -1.0 && PyErr_Occurred()) {
        return NULL;
    }
    sum += last;
    scale += 1;
    most = last > most ? last : most;
    return Py_BuildValue("ddd", sum / scale, last, (double)most);
}

static PyMethodDef methods[] = {
    {"add", add, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT, "spam", NULL, -1, methods, NULL, NULL, NULL, NULL,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModule_Create(&definition);
}
