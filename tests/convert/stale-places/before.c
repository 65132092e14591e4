/* What is given up at run time keeps its pointer, as a flag says that nothing is there. */
#include <Python.h>

#define LENGTH 4

typedef struct {
    PyObject_HEAD
} Scope;

static PyTypeObject Scope_Type;
static PyObject *cache;
static int is_valid;
static Scope *scope;
static struct {
    PyObject *key, *value;
    int is_used;
} ring[LENGTH];
static unsigned at;
static PyObject *counted;

static PyObject *
spam_cached(PyObject *self, PyObject *object)
{
    if (!is_valid) {
        cache = PyList_New(0);
        if (cache == NULL) {
            return NULL;
        }
        is_valid = 1;
    }
    if (PyList_Append(cache, object) < 0) {
        return NULL;
    }
    Py_INCREF(cache);
    return cache;
}

static PyObject *
spam_drop(PyObject *self, PyObject *unused)
{
    if (is_valid) {
        is_valid = 0;
        Py_DECREF(cache);
    }
    Py_RETURN_NONE;
}

static PyObject *
spam_enter(PyObject *self, PyObject *unused)
{
    if (at == 0 || scope == NULL) {
        scope = PyObject_New(Scope, &Scope_Type);
    }
    return scope != NULL ? PyLong_FromLong(1) : NULL;
}

static PyObject *
spam_leave(PyObject *self, PyObject *unused)
{
    if (scope != NULL && is_valid)
        Py_DECREF((PyObject *)scope);
    is_valid = 0;
    Py_RETURN_NONE;
}

static PyObject *
spam_remember(PyObject *self, PyObject *args)
{
    PyObject *key, *value;
    if (!PyArg_ParseTuple(args, "OO", &key, &value)) {
        return NULL;
    }
    Py_INCREF(key);
    Py_INCREF(value);
    if (ring[at % LENGTH].is_used) {
        Py_DECREF(ring[at % LENGTH].key);
        Py_DECREF(ring[at % LENGTH].value);
    }
    ring[at % LENGTH].key = key;
    ring[at % LENGTH].value = value;
    ring[at % LENGTH].is_used = 1;
    at++;
    Py_RETURN_NONE;
}

static PyObject *
spam_forget(PyObject *self, PyObject *unused)
{
    for (int i = 0; i < LENGTH; i++) {
        if (ring[i].is_used) {
            ring[i].is_used = 0;
            Py_DECREF(ring[i].key);
            Py_XDECREF(ring[i].value);
        }
    }
    Py_RETURN_NONE;
}

/* Only lends the reference that it takes. */
static PyObject *
spam_size(PyObject *self, PyObject *unused)
{
    Py_INCREF(counted);
    Py_ssize_t size = PyObject_Size(counted);
    Py_DECREF(counted);
    return size < 0 ? NULL : PyLong_FromSsize_t(size);
}

/* Is given another value behind the branch. */
static PyObject *
spam_count(PyObject *self, PyObject *object)
{
    if (counted != NULL) {
        Py_DECREF(counted);
    }
    Py_INCREF(object);
    counted = object;
    Py_RETURN_NONE;
}

static PyMethodDef methods[] = {
    {"cached", spam_cached, METH_O, NULL},
    {"drop", spam_drop, METH_NOARGS, NULL},
    {"enter", spam_enter, METH_NOARGS, NULL},
    {"leave", spam_leave, METH_NOARGS, NULL},
    {"remember", spam_remember, METH_VARARGS, NULL},
    {"forget", spam_forget, METH_NOARGS, NULL},
    {"size", spam_size, METH_NOARGS, NULL},
    {"count", spam_count, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static PyTypeObject Scope_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "spam.Scope",
    .tp_basicsize = sizeof(Scope),
    .tp_flags = Py_TPFLAGS_DEFAULT,
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT, .m_name = "spam", .m_size = -1, .m_methods = methods,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    if (PyType_Ready(&Scope_Type) < 0) {
        return NULL;
    }
    counted = PyList_New(0);
    if (counted == NULL) {
        return NULL;
    }
    return PyModule_Create(&definition);
}
