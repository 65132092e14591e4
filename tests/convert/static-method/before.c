/* A static method that needs the state becomes one of the class. */
#include <Python.h>

static PyObject *last;

static PyObject *
egg_last(PyObject *Py_UNUSED(self), PyObject *arg)
{
    PyObject *before = last != NULL ? last : Py_None;
    Py_INCREF(arg);
    last = arg;
    return before == Py_None ? PyObject_Repr(before) : before;
}

static PyObject *
egg_twice(PyObject *Py_UNUSED(self), PyObject *arg)
{
    return PyNumber_Add(arg, arg);
}

static PyMethodDef egg_methods[] = {
    {"last", egg_last, METH_O | METH_STATIC, NULL},
    {"twice", egg_twice, METH_O | METH_STATIC, NULL},
    {NULL, NULL, 0, NULL},
};

static PyTypeObject Egg_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "spam.Egg",
    .tp_basicsize = sizeof(PyObject),
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
    .tp_methods = egg_methods,
    .tp_new = PyType_GenericNew,
};

static struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT, .m_name = "spam", .m_size = -1,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    PyObject *m = PyModule_Create(&spam_module);
    if (m == NULL) {
        return NULL;
    }
    if (PyType_Ready(&Egg_Type) < 0
        || PyObject_SetAttrString(m, "Egg", (PyObject *)&Egg_Type) < 0)
    {
        Py_DECREF(m);
        return NULL;
    }
    return m;
}
