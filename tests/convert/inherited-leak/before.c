/* An instance that is lost on one path: now it keeps its type and the module, too. */
#include <Python.h>

typedef struct {
    PyObject_HEAD
    PyObject *source;
} Thing;

static PyObject *
Thing_new(PyTypeObject *type, PyObject *args, PyObject *Py_UNUSED(kwargs))
{
    Thing *self = (Thing *)type->tp_alloc(type, 0);
    const char *kind = NULL;
    if (self == NULL || !PyArg_ParseTuple(args, "|s", &kind)) {
        return NULL;
    }
    return (PyObject *)self;
}

static PyTypeObject Thing_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "spam.Thing",
    .tp_basicsize = sizeof(Thing),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_new = Thing_new,
};

static PyObject *
wrap(PyObject *Py_UNUSED(self), PyObject *arg)
{
    Thing *thing = PyObject_New(Thing, &Thing_Type);
    PyObject *text;
    if (thing == NULL) {
        return NULL;
    }
    text = PyObject_Str(arg);
    if (text == NULL) {
        return NULL;
    }
    Py_DECREF(text);
    return (PyObject *)thing;
}

static PyMethodDef methods[] = {
    {"wrap", wrap, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "spam",
    .m_size = -1,
    .m_methods = methods,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    if (PyType_Ready(&Thing_Type) < 0) {
        return NULL;
    }
    PyObject *module = PyModule_Create(&spam_module);
    if (module == NULL
        || PyObject_SetAttrString(module, "version", PyUnicode_FromString("1.0")) < 0)
    {
        return NULL;
    }
    return module;
}
