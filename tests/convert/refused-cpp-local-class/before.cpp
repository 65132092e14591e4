/* Classes inside of functions. */
#include <Python.h>

static long steps = 0;
static PyObject *last;

static PyObject *
keep(PyObject *, PyObject *object)
{
    struct Keeper {
        static void keep(PyObject *object) { Py_XSETREF(last, Py_NewRef(object)); }
        long step() { return ++steps; }
    } keeper;
    Keeper::keep(object);
    return PyLong_FromLong(keeper.step());
}

static PyMethodDef methods[] = {
    {"keep", keep, METH_O, NULL},
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
