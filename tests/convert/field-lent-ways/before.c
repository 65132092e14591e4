/* Ways in which a field of the module's own state gets what a static has, whose only reference the
 * module's dictionary got: by a local, a helper's local, a choice, a chain, by its name in another
 * function.  The last has its own reference. */
#include <Python.h>

struct state {
    PyObject *local;
    PyObject *returned;
    PyObject *chosen;
    PyObject *chained;
    PyObject *named;
    PyObject *own;
};

#define GETSTATE(m) ((struct state *)PyModule_GetState(m))

static PyObject *local_error;
static PyObject *returned_error;
static PyObject *chosen_error;
static PyObject *chained_error;
static PyObject *named_error;
static PyObject *own_error;

static PyObject *
make_local(PyObject *module)
{
    local_error = PyErr_NewException("spam.local", NULL, NULL);
    if (local_error != NULL)
        PyModule_AddObject(module, "local", local_error);
    return local_error;
}

static PyObject *
make_returned(PyObject *module)
{
    returned_error = PyErr_NewException("spam.returned", NULL, NULL);
    if (returned_error != NULL)
        PyModule_AddObject(module, "returned", returned_error);
    PyObject *result = returned_error;
    return result;
}

static PyObject *
make_chosen(PyObject *module)
{
    chosen_error = PyErr_NewException("spam.chosen", NULL, NULL);
    if (chosen_error != NULL)
        PyModule_AddObject(module, "chosen", chosen_error);
    return chosen_error != NULL ? chosen_error : NULL;
}

static PyObject *
make_named(PyObject *module)
{
    named_error = PyErr_NewException("spam.named", NULL, NULL);
    if (named_error != NULL)
        PyModule_AddObject(module, "named", named_error);
    return named_error;
}

static PyObject *
make_own(PyObject *module)
{
    own_error = PyErr_NewException("spam.own", NULL, NULL);
    if (own_error != NULL)
        PyModule_AddObject(module, "own", own_error);
    Py_XINCREF(own_error);
    Py_XINCREF(own_error);
    return own_error;
}

static int
spam_traverse(PyObject *m, visitproc visit, void *arg)
{
    Py_VISIT(GETSTATE(m)->local);
    Py_VISIT(GETSTATE(m)->returned);
    Py_VISIT(GETSTATE(m)->chosen);
    Py_VISIT(GETSTATE(m)->chained);
    Py_VISIT(GETSTATE(m)->named);
    Py_VISIT(GETSTATE(m)->own);
    return 0;
}

static int
spam_clear(PyObject *m)
{
    Py_CLEAR(GETSTATE(m)->local);
    Py_CLEAR(GETSTATE(m)->returned);
    Py_CLEAR(GETSTATE(m)->chosen);
    Py_CLEAR(GETSTATE(m)->chained);
    Py_CLEAR(GETSTATE(m)->named);
    Py_CLEAR(GETSTATE(m)->own);
    return 0;
}

static PyObject *
spam_names(PyObject *module, PyObject *ignored)
{
    return PyTuple_Pack(6, local_error, returned_error, chosen_error, chained_error, named_error, own_error);
}

static PyMethodDef methods[] = {
    {"names", spam_names, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef def = {
    PyModuleDef_HEAD_INIT, "spam", NULL, sizeof(struct state), methods,
    NULL, spam_traverse, spam_clear, NULL,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    PyObject *module = PyModule_Create(&def);
    if (module == NULL)
        return NULL;
    struct state *st = GETSTATE(module);
    PyObject *error = make_local(module);
    st->local = error;
    st->returned = make_returned(module);
    st->chosen = make_chosen(module);
    st->chained = chained_error = PyErr_NewException("spam.chained", NULL, NULL);
    if (chained_error != NULL)
        PyModule_AddObject(module, "chained", chained_error);
    make_named(module);
    st->named = named_error;
    st->own = make_own(module);
    if (PyErr_Occurred()) {
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
