/* Pointers to instances that they do not own: whoever called the constructor does.  m_clear
 * would release them. */
#include <Python.h>

typedef struct spam {
    PyObject_HEAD
    struct spam *next;
} SpamObject;

static SpamObject *all; /* each instance that lives */
static PyObject *one;   /* the only instance, as long as there is one */
static PyObject *last;  /* owned */
static PyObject *cached;
static PyObject *items[4];

static PyObject *
spam_new(PyTypeObject *type, PyObject *args, PyObject *kwargs)
{
    SpamObject *self = (SpamObject *)type->tp_alloc(type, 0);
    if (self == NULL) {
        return NULL;
    }
    self->next = all;
    all = self;
    return (PyObject *)self;
}

static PyObject *
spam_one(PyObject *module, PyObject *unused)
{
    if (one != NULL) {
        Py_INCREF(one);
        return one;
    }
    PyObject *made = PyList_New(0);
    if (made != NULL) {
        one = made;
        goto done;
    }
    PyErr_SetString(PyExc_RuntimeError, "none");
done:
    return made;
}

static PyObject *
spam_last(PyObject *module, PyObject *unused)
{
    PyObject *made = PyList_New(0);
    if (made == NULL) {
        return NULL;
    }
    Py_XDECREF(last);
    Py_INCREF(made);
    last = made;
    return made;
}

/* Callers borrow what it returns. */
static PyObject *
get_cached(void)
{
    if (cached != NULL) {
        return cached;
    }
    PyObject *made = PyList_New(0);
    cached = made;
    return made;
}

/* The same by a local. */
static PyObject *
get_item(int i)
{
    PyObject *made = items[i];
    if (made == NULL) {
        made = PyList_New(0);
        items[i] = made;
    }
    return made;
}

/* What is stored is not what is returned. */
static PyObject *
spam_cached(PyObject *module, PyObject *flag)
{
    PyObject *made = PyList_New(0);
    if (made != NULL && PyObject_IsTrue(flag)) {
        Py_XDECREF(cached);
        cached = made;
        Py_RETURN_NONE;
    }
    Py_XDECREF(made);
    return Py_BuildValue("OO", get_cached(), get_item(0));
}

static PyTypeObject Spam_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "spam.Spam",
    .tp_basicsize = sizeof(SpamObject),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_new = spam_new,
};

static PyMethodDef methods[] = {
    {"one", spam_one, METH_NOARGS, NULL},
    {"last", spam_last, METH_NOARGS, NULL},
    {"cached", spam_cached, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT, "spam", NULL, -1, methods,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    PyObject *m = PyModule_Create(&spam_module);
    if (m != NULL && PyModule_AddType(m, &Spam_Type) < 0) {
        Py_DECREF(m);
        return NULL;
    }
    return m;
}
