/* Its build takes warnings for errors, also of what ISO C does not know: the address of
 * a function as a slot's value is such a thing. */
#include <Python.h>

typedef struct {
    PyObject_HEAD
    PyObject *value;
} Box;

static PyTypeObject Box_Type;
static PyObject *last_error;

static void
box_dealloc(Box *self)
{
    Py_XDECREF(self->value);
    Py_TYPE(self)->tp_free((PyObject *)self);
}

static PyObject *
box_repr(Box *self)
{
    if (self->value == NULL) {
        PyErr_SetString(last_error, "empty");
        return NULL;
    }
    return PyUnicode_FromFormat("Box(%R)", self->value);
}

static PyObject *
spam_box(PyObject *self, PyObject *value)
{
    Box *box = PyObject_New(Box, &Box_Type);
    if (box == NULL || self == NULL) {
        return NULL;
    }
    Py_INCREF(value);
    box->value = value;
    return (PyObject *)box;
}

static PyTypeObject Box_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "spam.Box",
    .tp_basicsize = sizeof(Box),
    .tp_dealloc = (destructor)box_dealloc,
    .tp_repr = (reprfunc)box_repr,
    .tp_flags = Py_TPFLAGS_DEFAULT,
};

static PyMethodDef spam_methods[] = {
    {"box", spam_box, METH_O, NULL},
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
    PyObject *module;

    if (PyType_Ready(&Box_Type) < 0) {
        return NULL;
    }
    module = PyModule_Create(&spam_module);
    if (module == NULL) {
        return NULL;
    }
    last_error = PyErr_NewException("spam.Error", NULL, NULL);
    if (last_error == NULL) {
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
