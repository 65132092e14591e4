/* Instances with items behind the struct, whose size is the offset of these: a function that each
 * of them is called by gets one, and what the items hold counts. */
#include <Python.h>
#include <stddef.h>
#include <structmember.h>

typedef struct {
    PyObject_VAR_HEAD
    vectorcallfunc call;
    PyObject *items[1];
} Pack;

static PyObject *missing;

static PyObject *
pack_call(PyObject *op, PyObject *const *args, size_t nargsf, PyObject *names)
{
    Pack *self = (Pack *)op;
    Py_ssize_t i;
    if (PyVectorcall_NARGS(nargsf) != 1 || names != NULL) {
        PyErr_SetString(PyExc_TypeError, "one index, please");
        return NULL;
    }
    i = PyLong_AsSsize_t(args[0]);
    if (i == -1 && PyErr_Occurred()) {
        return NULL;
    }
    PyObject *item = i >= 0 && i < Py_SIZE(self) ? self->items[i] : missing;
    Py_INCREF(item);
    return item;
}

static PyObject *
pack_new(PyTypeObject *type, PyObject *args, PyObject *kwargs)
{
    Py_ssize_t n = PyTuple_GET_SIZE(args);
    Pack *self = (Pack *)type->tp_alloc(type, n);
    if (self == NULL) {
        return NULL;
    }
    for (Py_ssize_t i = 0; i < n; i++) {
        self->items[i] = PyTuple_GET_ITEM(args, i);
        Py_INCREF(self->items[i]);
    }
    self->call = pack_call;
    return (PyObject *)self;
}

static void
pack_dealloc(Pack *self)
{
    for (Py_ssize_t i = 0; i < Py_SIZE(self); i++) {
        Py_XDECREF(self->items[i]);
    }
    Py_TYPE(self)->tp_free((PyObject *)self);
}

static PyTypeObject Pack_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "spam.Pack",
    .tp_basicsize = offsetof(Pack, items),
    .tp_itemsize = sizeof(PyObject *),
    .tp_dealloc = (destructor)pack_dealloc,
    .tp_call = PyVectorcall_Call,
    .tp_vectorcall_offset = offsetof(Pack, call),
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_VECTORCALL,
    .tp_new = pack_new,
};

static struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "spam",
    .m_size = -1,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    PyObject *m;
    if (PyType_Ready(&Pack_Type) < 0) {
        return NULL;
    }
    m = PyModule_Create(&spam_module);
    if (m == NULL) {
        return NULL;
    }
    missing = PyUnicode_FromString("missing");
    Py_INCREF(&Pack_Type);
    if (missing == NULL || PyModule_AddObject(m, "Pack", (PyObject *)&Pack_Type) < 0) {
        Py_DECREF(m);
        return NULL;
    }
    return m;
}
