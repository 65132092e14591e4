/* The module has an m_clear, and no m_traverse: the one that it gets visits what that gives up, too;
 * not what it only forgets. */
#include <Python.h>

struct state {
    PyObject *error;
    PyObject *lent;
};

#define GETSTATE(m) ((struct state *)PyModule_GetState(m))

static PyObject *cache;

static PyObject *
spam_get(PyObject *module, PyObject *ignored)
{
    if (cache == NULL)
        cache = PyDict_New();
    Py_XINCREF(cache);
    return cache;
}

static PyMethodDef methods[] = {
    {"get", spam_get, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static int
spam_clear(PyObject *m)
{
    Py_CLEAR(GETSTATE(m)->error);
    GETSTATE(m)->lent = NULL;
    return 0;
}

static struct PyModuleDef def = {
    PyModuleDef_HEAD_INIT, "spam", NULL, sizeof(struct state), methods,
    NULL, NULL, spam_clear, NULL,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    PyObject *module = PyModule_Create(&def);
    if (module == NULL)
        return NULL;
    struct state *st = GETSTATE(module);
    st->error = PyErr_NewException("spam.Error", NULL, NULL);
    if (st->error == NULL) {
        Py_DECREF(module);
        return NULL;
    }
    st->lent = st->error;
    Py_INCREF(st->error);
    if (PyModule_AddObject(module, "Error", st->error) < 0) {
        Py_DECREF(st->error);
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
