/* Functions that others call, with an instance among their arguments; and one that is called
 * through a pointer of the module's own, beside functions of Python's that are called so. */
#include <Python.h>
#include <stdlib.h>

static PyObject *SpamError;

typedef struct {
    PyObject_HEAD
    PyObject *(*next)(void *);
} Spam;

static PyTypeObject Spam_Type;

static PyObject *
next_spam(void *data)
{
    Spam *self = (Spam *)data;
    PyErr_Format(SpamError, "no more of %p", self);
    return NULL;
}

static int
compare(Spam *one, const void *two)
{
    if (two == NULL) {
        PyErr_SetNone(SpamError);
    }
    return (void *)one < two;
}

static int
compare_key(const void *key, const void *two)
{
    Spam *self = (Spam *)key;
    if (two == NULL) {
        PyErr_Format(SpamError, "nothing beside %p", self);
    }
    return (void *)self < two;
}

static PyObject *
spam_new(PyTypeObject *type, PyObject *args, PyObject *kwargs)
{
    Spam *self = (Spam *)type->tp_alloc(type, 0);
    if (self != NULL) {
        self->next = next_spam;
    }
    return (PyObject *)self;
}

static PyObject *
spam_next(PyObject *self)
{
    if (bsearch(self, NULL, 0, 1, (int (*)(const void *, const void *))compare)
        || bsearch(self, NULL, 0, 1, compare_key)) {
        return NULL;
    }
    return ((Spam *)self)->next(self);
}

static PyTypeObject Spam_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "spam.Spam",
    .tp_basicsize = sizeof(Spam),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_new = spam_new,
    .tp_iternext = spam_next,
    .tp_iter = PyObject_SelfIter,
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
    SpamError = PyErr_NewException("spam.Error", NULL, NULL);
    if (SpamError == NULL) {
        Py_DECREF(m);
        return NULL;
    }
    return m;
}
