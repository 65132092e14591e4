/* A type that the source names by a macro, a static that borrows it, and a table of slots that
 * the import fills. */
#include <Python.h>

static PyTypeObject Spam_Type_;
#define Spam_Type (&Spam_Type_)

static PyObject *default_type;
static PyNumberMethods spam_number;

static int
spam_bool(PyObject *self)
{
    return 0;
}

static PyTypeObject Spam_Type_ = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "spam.Spam",
    .tp_basicsize = sizeof(PyObject),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_new = PyType_GenericNew,
    .tp_as_number = &spam_number,
};

static PyTypeObject Egg_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "spam.Egg",
    .tp_basicsize = sizeof(PyObject),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_new = PyType_GenericNew,
};

static PyObject *
spam_default(PyObject *module, PyObject *unused)
{
    Py_INCREF(default_type);
    return default_type;
}

static PyObject *
spam_is(PyObject *module, PyObject *object)
{
    return PyBool_FromLong(Py_TYPE(object) == Spam_Type);
}

static PyMethodDef spam_methods[] = {
    {"default", spam_default, METH_NOARGS, NULL},
    {"is_spam", spam_is, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT, .m_name = "spam", .m_size = -1, .m_methods = spam_methods,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    spam_number.nb_bool = spam_bool;
    if (PyType_Ready(Spam_Type) < 0 || PyType_Ready(&Egg_Type) < 0) {
        return NULL;
    }
    PyObject *m = PyModule_Create(&spam_module);
    if (m == NULL) {
        return NULL;
    }
    Py_INCREF(Spam_Type);
    if (PyModule_AddObject(m, "Spam", (PyObject *)Spam_Type) < 0) {
        Py_DECREF(Spam_Type);
        Py_DECREF(m);
        return NULL;
    }
    Py_INCREF(&Egg_Type);
    if (PyModule_AddObject(m, "Egg", (PyObject *)&Egg_Type) < 0) {
        Py_DECREF(&Egg_Type);
        Py_DECREF(m);
        return NULL;
    }
    default_type = (PyObject *)&Egg_Type;
    return m;
}
