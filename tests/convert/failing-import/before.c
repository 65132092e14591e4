/* An import that fails gives up what it made: the state's own reference, or one that was taken
 * for PyModule_AddObject. */
#include <Python.h>

static PyObject *Error;
static PyObject *cache;
static PyObject *local;
static PyObject *branch;
static PyObject *helped;
static PyObject *kept;
static PyObject *dropped;
static PyObject *words[3];
static struct { PyObject *one, *two; } pair;

static PyObject *
spam_fail(PyObject *self, PyObject *args)
{
    PyErr_SetString(Error, "no");
    return NULL;
}

static PyObject *
spam_all(PyObject *self, PyObject *args)
{
    return Py_BuildValue("OOOOOOOOOO", helped, local, branch, cache, kept, dropped, words[0], words[2], pair.one,
                         pair.two);
}

static PyMethodDef spam_methods[] = {
    {"fail", spam_fail, METH_NOARGS, NULL},
    {"all", spam_all, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "spam",
    .m_size = -1,
    .m_methods = spam_methods,
};

/* Is the import to fail at step number N? */
static int
fails_at(long n)
{
    PyObject *step = PySys_GetObject("spam_fails");
    if (step == NULL || PyLong_AsLong(step) != n) {
        return 0;
    }
    PyErr_SetString(PyExc_ImportError, "told to fail");
    return 1;
}


static int
add_words(void)
{
    int n;
    for (n = 0; n < 3; n++) {
        words[n] = PyList_New(n);
        if (words[n] == NULL || fails_at(n)) {
            goto error;
        }
    }
    return 0;

error:
    while (n >= 0) {
        Py_XDECREF(words[n]);
        n--;
    }
    return -1;
}

static void
drop_pair(void)
{
    Py_XDECREF(pair.one);
    Py_XDECREF(pair.two);
}

static int
add_pair(void)
{
    pair.one = PyList_New(1);
    pair.two = PyList_New(2);
    if (pair.one == NULL || pair.two == NULL || fails_at(3)) {
        drop_pair();
        return -1;
    }
    return 0;
}

static void
drop(PyObject **object)
{
    Py_XDECREF(*object);
}

/* A helper gets the address. */
static int
add_helped(PyObject *m)
{
    helped = PyList_New(2);
    if (helped == NULL || fails_at(8) || PyObject_SetAttrString(m, "helped", helped) < 0) {
        drop(&helped);
        return -1;
    }
    return 0;
}

/* What a local releases is in the state, too. */
static int
add_local(PyObject *m)
{
    PyObject *list = PyList_New(1), *set = PySet_New(NULL);
    if (list == NULL || set == NULL) {
        goto error;
    }
    local = list;
    branch = set;
    if (fails_at(7) || PyObject_SetAttrString(m, "local", list) < 0) {
        goto error;
    }
    return 0;

error:
    Py_XDECREF(list);
    list = NULL;
    if (set != NULL)
        Py_DECREF(set);
    return -1;
}

/* The reference that is released was taken for the module, which did not take it over. */
static int
add_kept(PyObject *m)
{
    kept = PyDict_New();
    if (kept == NULL) {
        return -1;
    }
    Py_INCREF(kept);
    if (PyModule_AddObject(m, "kept", kept) < 0) {
        Py_DECREF(kept);
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_spam(void)
{
    PyObject *m = PyModule_Create(&spam_module);
    if (m == NULL) {
        return NULL;
    }
    Error = PyErr_NewException("spam.Error", NULL, NULL);
    if (Error == NULL || fails_at(4)) {
        goto error;
    }
    if (PyObject_SetAttrString(m, "Error", Error) < 0) {
        goto error;
    }
    cache = PyDict_New();
    if (cache == NULL || fails_at(5)) {
        goto error;
    }
    dropped = PyList_New(0);
    if (dropped == NULL) {
        goto error;
    }
    if (PyObject_SetAttrString(m, "dropped", dropped) < 0) {
        Py_DECREF(dropped);
        goto error;
    }
    Py_DECREF(dropped);
    if (add_words() < 0 || add_pair() < 0 || add_kept(m) < 0 || add_local(m) < 0 || add_helped(m) < 0
        || fails_at(6)) {
        goto error;
    }
    return m;

error:
    Py_XDECREF(Error);
    Py_XDECREF(cache);
    Py_DECREF(m);
    return NULL;
}
