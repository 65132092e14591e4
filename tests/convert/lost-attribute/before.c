/* Attributes of instances by whose names the heap type itself goes: what is lost is told. */
#include <Python.h>

typedef struct {
    PyObject_HEAD
    PyObject *module;
} Wrapper;

static PyObject *
wrapper_module(Wrapper *self, void *closure)
{
    PyObject *module = self->module != NULL ? self->module : Py_None;
    Py_INCREF(module);
    return module;
}

static PyObject *
wrapper_doc(Wrapper *self, void *closure)
{
    return PyUnicode_FromString("of the instance");
}

static void
wrapper_dealloc(Wrapper *self)
{
    Py_XDECREF(self->module);
    Py_TYPE(self)->tp_free((PyObject *)self);
}

static PyGetSetDef wrapper_getset[] = {
    {"__module__", (getter)wrapper_module, NULL, NULL, NULL},
    {"__doc__", (getter)wrapper_doc, NULL, NULL, NULL},
    {NULL, NULL, NULL, NULL, NULL},
};

static PyTypeObject Wrapper_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "spam.Wrapper",
    .tp_basicsize = sizeof(Wrapper),
    .tp_dealloc = (destructor)wrapper_dealloc,
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_doc = "a wrapper",
    .tp_getset = wrapper_getset,
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
    if (PyType_Ready(&Wrapper_Type) < 0
        || PyObject_SetAttrString(m, "Wrapper", (PyObject *)&Wrapper_Type) < 0)
    {
        Py_DECREF(m);
        return NULL;
    }
    return m;
}
