/* What exec leaves NULL where it fails, without telling, is asked for by a method that then
 * fails without an exception: so it does after the conversion. */
#include <Python.h>

static PyObject *cleaner;

static int
find_cleaner(void)
{
    PyObject *util = PyImport_ImportModule("string");
    if (util == NULL) {
        return -1;
    }
    cleaner = PyObject_GetAttrString(util, "capwords");
    Py_DECREF(util);
    return 0;
}

static PyObject *
clean(PyObject *self, PyObject *text)
{
    if (cleaner == NULL) return NULL;
    return PyObject_CallFunction(cleaner, "O", text);
}

static PyMethodDef Spam_methods[] = {
    {"clean", clean, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static PyTypeObject Spam_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "spam.Spam",
    .tp_basicsize = sizeof(PyObject),
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
    .tp_methods = Spam_methods,
    .tp_new = PyType_GenericNew,
};

static struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT, "spam", NULL, -1, NULL, NULL, NULL, NULL, NULL
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    if (PyType_Ready(&Spam_Type) < 0) {
        return NULL;
    }
    PyObject *module = PyModule_Create(&spam_module);
    if (module == NULL) {
        return NULL;
    }
    Py_INCREF(&Spam_Type);
    if (find_cleaner() < 0 || PyModule_AddObject(module, "Spam", (PyObject *)&Spam_Type) < 0) {
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
