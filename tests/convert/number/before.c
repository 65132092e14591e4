/* Binary slots, an old tp_getattr, a type's dict, and instances made in C. */
#include <Python.h>
#include <stddef.h>

typedef struct {
    PyObject_HEAD
    long value;
    PyObject *dict;
    PyObject *weakrefs;
} Spam;

static PyTypeObject Spam_Type;

static PyObject *
spam_add(PyObject *left, PyObject *right)
{
    if (!PyObject_TypeCheck(left, &Spam_Type) || !PyObject_TypeCheck(right, &Spam_Type)) {
        Py_RETURN_NOTIMPLEMENTED;
    }
    Spam *sum = PyObject_New(Spam, &Spam_Type);
    if (sum != NULL) {
        sum->value = ((Spam *)left)->value + ((Spam *)right)->value;
        sum->dict = sum->weakrefs = NULL;
    }
    return (PyObject *)sum;
}

static PyNumberMethods spam_as_number = {
    .nb_add = spam_add,
};

static PyObject *
spam_getattr(PyObject *self, char *name)
{
    (void)name;
    return PyLong_FromLong(((Spam *)self)->value);
}

static void
spam_dealloc(PyObject *self)
{
    Spam *spam = (Spam *)self;
    if (spam->weakrefs != NULL) {
        PyObject_ClearWeakRefs(self);
    }
    Py_XDECREF(spam->dict);
    if (spam->value < 0) {
        Py_TYPE(self)->tp_free(self);
        return;
    }
    Py_TYPE(self)->tp_free(self);
}

static PyTypeObject Spam_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "spam.Spam",
    .tp_basicsize = sizeof(Spam),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_as_number = &spam_as_number,
    .tp_getattr = spam_getattr,
    .tp_dealloc = spam_dealloc,
    .tp_free = PyObject_Free,
    .tp_alloc = PyType_GenericAlloc,
    .tp_new = PyType_GenericNew,
    .tp_dictoffset = offsetof(Spam, dict),
    .tp_weaklistoffset = offsetof(Spam, weakrefs),
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
    if (PyType_Ready(&Spam_Type) < 0) {
        Py_DECREF(m);
        return NULL;
    }
    if (PyDict_SetItemString(Spam_Type.tp_dict, "answer", Py_True) < 0) {
        Py_DECREF(m);
        return NULL;
    }
    return m;
}
