#include <Python.h>

typedef struct {
    PyObject_HEAD
    int value;
} Spam;

static PyTypeObject Spam_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "spam.Spam",
    .tp_basicsize = sizeof(Spam),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_new = PyType_GenericNew,
};

/* Nothing is an instance of it where it is not made, and that is all that is asked. */
static PyTypeObject Egg_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "spam.Egg",
    .tp_basicsize = sizeof(Spam),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_new = PyType_GenericNew,
};

static PyTypeObject Ham_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "spam.Ham",
    .tp_basicsize = sizeof(Spam),
    .tp_flags = Py_TPFLAGS_DEFAULT,
};

static PyObject *
take(PyObject *module, PyObject *args)
{
    PyObject *spam;
    if (!PyArg_ParseTuple(args, "O!:take", &Spam_Type, &spam)) {
        return NULL;
    }
    return PyLong_FromLong(((Spam *)spam)->value);
}

static PyObject *
is_egg(PyObject *module, PyObject *object)
{
    return PyBool_FromLong(PyObject_TypeCheck(object, &Egg_Type));
}

static PyObject *
ham_name(PyObject *module, PyObject *unused)
{
    return PyUnicode_FromString(Ham_Type.tp_name);
}

static PyMethodDef spam_methods[] = {
    {"take", take, METH_VARARGS, NULL},
    {"is_egg", is_egg, METH_O, NULL},
    {"ham_name", ham_name, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef spammodule = {
    PyModuleDef_HEAD_INIT,
    .m_name = "spam",
    .m_size = -1,
    .m_methods = spam_methods,
};

static int
add_eggs(PyObject *m)
{
    if (PyType_Ready(&Egg_Type) < 0) {
        return -1;
    }
    return PyModule_AddObjectRef(m, "Egg", (PyObject *)&Egg_Type);
}

PyMODINIT_FUNC
PyInit_spam(void)
{
    PyObject *m = PyModule_Create(&spammodule);
    if (m == NULL) {
        return NULL;
    }
    if (getenv("SPAM_ALL") != NULL) {
        if (PyType_Ready(&Spam_Type) < 0
            || PyModule_AddObjectRef(m, "Spam", (PyObject *)&Spam_Type) < 0)
        {
            goto error;
        }
    }
    if (getenv("SPAM_EGGS") != NULL && add_eggs(m) < 0) {
        goto error;
    }
    if (getenv("SPAM_HAM") != NULL && PyType_Ready(&Ham_Type) < 0) {
        goto error;
    }
    return m;
error:
    Py_DECREF(m);
    return NULL;
}
