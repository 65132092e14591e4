/* A branch of a table that the type gets at run time, compiled here and, with the line of
 * `builds`, not. */
#include <Python.h>
typedef struct { PyObject_HEAD long number; } Shape;
extern PyTypeObject Shape_Type;
#ifndef WITHOUT_EXTRA
static PyObject *shape_add(PyObject *left, PyObject *right)
{
    return PyLong_FromLong(2);
}
#endif
static int shape_bool(Shape *self)
{
    return self->number != 0;
}
static PyNumberMethods shape_number = {
#ifndef WITHOUT_EXTRA
    .nb_add = shape_add,
#endif
    .nb_bool = (inquiry)shape_bool,
};
PyTypeObject Shape_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "spam.Shape",
    .tp_basicsize = sizeof(Shape),

    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_new = PyType_GenericNew,
};
static PyMethodDef methods[] = { {NULL} };
static struct PyModuleDef d = { PyModuleDef_HEAD_INIT, "spam", NULL, -1, methods, };
PyMODINIT_FUNC PyInit_spam(void)
{
    Shape_Type.tp_as_number = &shape_number;
    if (PyType_Ready(&Shape_Type) < 0) return NULL;
    PyObject *m = PyModule_Create(&d);
    return m;
}
