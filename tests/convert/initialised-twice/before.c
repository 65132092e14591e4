/* PyObject_New initialises the instance, too: a second time would take a second reference to the
 * heap type. */
#include <Python.h>
typedef struct { PyObject_HEAD long i, m; } MyIter;
static PyObject *MyIter_iternext(PyObject *self)
{
    MyIter *p = (MyIter *)self;
    if (p->i < p->m)
        return PyLong_FromLong(p->i++);
    return NULL;
}
static PyTypeObject MyIterType = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "spam._MyIter",
    .tp_basicsize = sizeof(MyIter),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_iter = PyObject_SelfIter,
    .tp_iternext = MyIter_iternext,
};
static PyObject *myiter(PyObject *self, PyObject *arg)
{
    long m = PyLong_AsLong(arg);
    if (m == -1 && PyErr_Occurred()) {
        return NULL;
    }
    MyIter *p = PyObject_New(MyIter, &MyIterType);
    if (!p) {
        return NULL;
    }
    /* I'm not sure if it's strictly necessary. */
    if (!PyObject_Init((PyObject *)p, &MyIterType)) {
        Py_DECREF(p);
        return NULL;
    }
    p->m = m;
    p->i = 0;
    return (PyObject *)p;
}
static PyMethodDef methods[] = {
    {"myiter", myiter, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};
static struct PyModuleDef module = {PyModuleDef_HEAD_INIT, "spam", NULL, -1, methods};
PyMODINIT_FUNC PyInit_spam(void)
{
    if (PyType_Ready(&MyIterType) < 0) return NULL;
    return PyModule_Create(&module);
}
