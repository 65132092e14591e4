#include <Python.h>

static PyTypeObject Egg_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "spam.Egg",
    .tp_basicsize = sizeof(PyObject),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_new = PyType_GenericNew,
};

static PyTypeObject Nest_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "spam.Nest",
    .tp_basicsize = sizeof(PyObject),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_new = PyType_GenericNew,
};

static PyObject *shell, *egg_class, *nest_class, *other_shell, *own_shell;

static PyTypeObject *
egg_type(void)
{
    return &Egg_Type;
}

/* Its callers borrow what it returns. */
static PyObject *
get_shell(void)
{
    if (shell == NULL) {
        shell = PyList_New(0);
    }
    return shell;
}

/* Its callers own what it returns. */
static PyObject *
new_shell(void)
{
    Py_XINCREF(shell);
    return shell;
}

static PyObject *
spam_lay(PyObject *module, PyObject *Py_UNUSED(ignored))
{
    return PyTuple_Pack(4, egg_class, nest_class, other_shell, own_shell);
}

static PyMethodDef spam_methods[] = {
    {"lay", spam_lay, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "spam",
    .m_size = -1,
    .m_methods = spam_methods,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    if (PyType_Ready(&Egg_Type) < 0 || PyType_Ready(&Nest_Type) < 0) {
        return NULL;
    }
    PyObject *m = PyModule_Create(&spam_module);
    if (m == NULL) {
        return NULL;
    }
    PyTypeObject *type = egg_type();
    egg_class = (PyObject *)type;
    Py_INCREF(type);
    if (PyModule_AddObject(m, "Egg", (PyObject *)type) < 0) {
        Py_DECREF(type);
        Py_DECREF(m);
        return NULL;
    }
    PyTypeObject *nest = &Nest_Type;
    Py_INCREF(nest);
    if (PyModule_AddObject(m, "Nest", (PyObject *)nest) < 0) {
        Py_DECREF(nest);
        Py_DECREF(m);
        return NULL;
    }
    nest_class = (PyObject *)nest;
    other_shell = get_shell();
    if (other_shell == NULL) {
        Py_DECREF(m);
        return NULL;
    }
    own_shell = new_shell();
    return m;
}
