/* It is also asked whether there is a module, so it stays. */
#include <Python.h>

typedef struct {
    PyObject *error;
    long calls;
} spam_state;

static spam_state *st;

#define CALLS() (st->calls)

typedef struct {
    PyObject_HEAD
    long n;
} Thing;

static void
count(void)
{
    if (st != NULL) {
        st->calls++;
    }
}

static void
add(spam_state *state, long n)
{
    state->calls += n;
}

static PyObject *
thing_fail(PyObject *self, PyObject *Py_UNUSED(args))
{
    count();
    PyErr_SetString(st->error, "failed");
    return NULL;
}

static PyMethodDef thing_methods[] = {
    {"fail", thing_fail, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static PyTypeObject Thing_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "spam.Thing",
    .tp_basicsize = sizeof(Thing),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_methods = thing_methods,
    .tp_new = PyType_GenericNew,
};

static PyObject *
spam_calls(PyObject *self, PyObject *Py_UNUSED(args))
{
    add(st, 2);
    return PyLong_FromLong(CALLS());
}

static PyMethodDef spam_methods[] = {
    {"calls", spam_calls, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static int
spam_traverse(PyObject *m, visitproc visit, void *arg)
{
    spam_state *own = PyModule_GetState(m);
    Py_VISIT(own->error);
    return 0;
}

static int
spam_clear(PyObject *m)
{
    spam_state *own = PyModule_GetState(m);
    Py_CLEAR(own->error);
    return 0;
}

static struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "spam",
    .m_size = sizeof(spam_state),
    .m_methods = spam_methods,
    .m_traverse = spam_traverse,
    .m_clear = spam_clear,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    PyObject *m = PyModule_Create(&spam_module);
    if (m == NULL) {
        return NULL;
    }
    st = PyModule_GetState(m);
    st->error = PyErr_NewException("spam.error", NULL, NULL);
    if (st->error == NULL || PyModule_AddObjectRef(m, "error", st->error) < 0
        || PyModule_AddType(m, &Thing_Type) < 0)
    {
        Py_DECREF(m);
        return NULL;
    }
    return m;
}
