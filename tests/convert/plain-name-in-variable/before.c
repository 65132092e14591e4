/* Types without a module in their names, which variables hold. */
#include <Python.h>

typedef struct {
    PyObject_HEAD
} EggObject;

PyDoc_STRVAR(egg_name, "Egg");
static const char *const ham_name = "Ham";
static const char used_once[] = "Once";

static PyTypeObject EggType = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = egg_name,
    .tp_basicsize = sizeof(EggObject),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_new = PyType_GenericNew,
};

static PyTypeObject HamType = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "Ham",
    .tp_basicsize = sizeof(EggObject),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_new = PyType_GenericNew,
};

static PyTypeObject OnceType = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = used_once,
    .tp_basicsize = sizeof(EggObject),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_new = PyType_GenericNew,
};

static struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT, .m_name = "spam", .m_size = -1,
};

static int
add(PyObject *module, const char *name, PyTypeObject *type)
{
    return PyType_Ready(type) < 0
               ? -1
               : PyModule_AddObjectRef(module, name, (PyObject *)type);
}

PyMODINIT_FUNC
PyInit_spam(void)
{
    PyObject *module = PyModule_Create(&spam_module);
    if (module == NULL || add(module, egg_name, &EggType) < 0
        || add(module, ham_name, &HamType) < 0 || add(module, "Once", &OnceType) < 0)
    {
        Py_XDECREF(module);
        return NULL;
    }
    return module;
}
