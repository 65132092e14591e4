/* What the capsule hands out is a table of void *, in which no object is owned. */
#include <Python.h>

static PyTypeObject Spam_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "spam.Spam",
    .tp_basicsize = sizeof(PyObject),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_new = PyType_GenericNew,
};

static int
is_object(PyObject *object)
{
    return object != Py_None;
}

static void *spam_API[] = {(void *)is_object, (void *)&Spam_Type};

static PyObject *
new_spam(PyObject *module, PyObject *Py_UNUSED(args))
{
    return PyObject_CallFunctionObjArgs((PyObject *)spam_API[1], NULL);
}

static PyMethodDef methods[] = {
    {"new_spam", new_spam, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT, .m_name = "spam", .m_size = -1, .m_methods = methods,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    PyObject *capsule, *m = PyModule_Create(&spam_module);
    if (m == NULL) {
        return NULL;
    }
    if (PyType_Ready(&Spam_Type) < 0) {
        Py_DECREF(m);
        return NULL;
    }
    capsule = PyCapsule_New((void *)spam_API, "spam._C_API", NULL);
    if (capsule == NULL || PyModule_AddObject(m, "_C_API", capsule) < 0) {
        Py_XDECREF(capsule);
        Py_DECREF(m);
        return NULL;
    }
    return m;
}
