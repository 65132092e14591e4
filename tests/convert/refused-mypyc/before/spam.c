#include "__native.h"

static PyObject *CPyStatics[2];

static PyMethodDef egg_methods[] = {
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef egg_module = {
    PyModuleDef_HEAD_INIT,
    "egg",
    NULL,
    0,
    egg_methods,
};

PyMODINIT_FUNC
PyInit_egg(void)
{
    CPyStatics[0] = PyUnicode_InternFromString("n");
    return PyModule_Create(&egg_module);
}

static struct PyModuleDef two_module = {
    PyModuleDef_HEAD_INIT,
    "two",
    NULL,
    0,
    NULL,
};

PyMODINIT_FUNC
PyInit_two(void)
{
    CPyStatics[1] = PyUnicode_InternFromString("m");
    return PyModule_Create(&two_module);
}
