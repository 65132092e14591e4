// What the import made is released where it fails: the state forgets what it owned.
#include <Python.h>
static PyObject *SpamType = NULL;
static PyObject *EggType = NULL;
static PyObject *make(PyObject *self, PyObject *arg)
{
    if (!PyObject_IsInstance(arg, SpamType)) Py_RETURN_NONE;
    return PyObject_CallObject(EggType, NULL);
}
static PyMethodDef methods[] = {
    {"make", make, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};
static PyType_Slot slots[] = {{Py_tp_new, (void *)PyType_GenericNew}, {0, NULL}};
static PyType_Spec spam_spec = {.name = "spam.Spam", .basicsize = sizeof(PyObject), .flags = Py_TPFLAGS_DEFAULT, .slots = slots};
static PyType_Spec egg_spec = {.name = "spam.Egg", .basicsize = sizeof(PyObject), .flags = Py_TPFLAGS_DEFAULT, .slots = slots};
static struct PyModuleDef module = {PyModuleDef_HEAD_INIT, "spam", NULL, -1, methods};
PyMODINIT_FUNC
PyInit_spam(void)
{
    SpamType = PyType_FromSpec(&spam_spec);
    if (SpamType == NULL)
        return NULL;
    EggType = PyType_FromSpec(&egg_spec);
    if (EggType == NULL) {
        Py_DECREF(SpamType);
        return NULL;
    }
    PyObject *m = PyModule_Create(&module);
    if (m == NULL)
        return NULL;
    if (PyModule_AddObject(m, "Spam", SpamType) < 0) {
        Py_DECREF(EggType);
        Py_DECREF(SpamType);
        Py_DECREF(m);
        return NULL;
    }
    if (PyModule_AddObject(m, "Egg", EggType) < 0) {
        Py_DECREF(EggType);
        Py_DECREF(m);
        return NULL;
    }
    return m;
}
