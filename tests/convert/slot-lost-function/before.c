/* Import gives a slot another function: what the static type named for it goes, unless
 * something else names it, in this build or another. */
#include <Python.h>

typedef struct {
    PyObject_HEAD
    int size;
} SpamObject;

static PyObject *Spam_new(PyTypeObject *type, PyObject *args, PyObject *kwargs);
static PyObject *Spam_repr(SpamObject *self);

static PyTypeObject Spam_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "spam.Spam",
    .tp_basicsize = sizeof(SpamObject),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_new = Spam_new,
    .tp_repr = (reprfunc)Spam_repr,
};

static int
next_size(void)
{
    return 2;
}

/* With a size that nobody asked for. */
static PyObject *
Spam_new(PyTypeObject *type, PyObject *Py_UNUSED(args), PyObject *Py_UNUSED(kwargs))
{
    SpamObject *self = (SpamObject *)type->tp_alloc(type, 0);
    if (self != NULL) {
        self->size = next_size() + next_size();
    }
    return (PyObject *)self;
}

static PyObject *
Spam_repr(SpamObject *self)
{
    return PyUnicode_FromFormat("<Spam %d>", self->size);
}

static PyObject *
Eggs_repr(SpamObject *self)
{
    return PyUnicode_FromFormat("<Eggs %d>", self->size);
}

static PyObject *
Eggs_str(SpamObject *self)
{
    return PyUnicode_FromFormat("%d eggs", self->size);
}

static PyTypeObject Eggs_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "spam.Eggs",
    .tp_basicsize = sizeof(SpamObject),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_repr = (reprfunc)Eggs_repr,
    .tp_str = (reprfunc)Eggs_str,
};

static PyObject *
spam_show(PyObject *Py_UNUSED(module), PyObject *Py_UNUSED(args))
{
    SpamObject *one = PyObject_New(SpamObject, &Eggs_Type);
    PyObject *result;
    if (one == NULL) {
        return NULL;
    }
    one->size = 1;
    result = Eggs_repr(one);
    Py_DECREF(one);
    return result;
}

static PyMethodDef spam_methods[] = {
    {"show", spam_show, METH_NOARGS, NULL},
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
    PyObject *m;

    Spam_Type.tp_new = PyType_GenericNew;
    Eggs_Type.tp_repr = (reprfunc)Spam_repr;
    Eggs_Type.tp_str = (reprfunc)Spam_repr;
#ifdef SPAM_EGGS
    (void)Eggs_str;
#endif
    if (PyType_Ready(&Spam_Type) < 0 || PyType_Ready(&Eggs_Type) < 0) {
        return NULL;
    }
    m = PyModule_Create(&spam_module);
    if (m == NULL) {
        return NULL;
    }
    if (PyModule_AddObjectRef(m, "Spam", (PyObject *)&Spam_Type) < 0
        || PyModule_AddObjectRef(m, "Eggs", (PyObject *)&Eggs_Type) < 0) {
        Py_DECREF(m);
        return NULL;
    }
    return m;
}
