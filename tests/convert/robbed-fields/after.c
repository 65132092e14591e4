/* The module's dictionary gets the only reference to what fields of its own state have, which
 * m_clear gives up, and m_free is new: each needs one.  Not where one is taken, or nothing gives it up. */
#include <Python.h>

struct state {
    PyObject *a, *b, *c, *d, *e, *f;
};

#define GETSTATE(m) ((struct state *)PyModule_GetState(m))

static int
spam_traverse(PyObject *m, visitproc visit, void *arg)
{
    Py_VISIT(GETSTATE(m)->a);
    Py_VISIT(GETSTATE(m)->b);
    Py_VISIT(GETSTATE(m)->c);
    Py_VISIT(GETSTATE(m)->d);
    Py_VISIT(GETSTATE(m)->e);
    Py_VISIT(GETSTATE(m)->f);
    return 0;
}

static int
spam_clear(PyObject *m)
{
    Py_CLEAR(GETSTATE(m)->a);
    Py_CLEAR(GETSTATE(m)->b);
    Py_CLEAR(GETSTATE(m)->c);
    Py_CLEAR(GETSTATE(m)->d);
    Py_CLEAR(GETSTATE(m)->f);
    return 0;
}

static void
spam_free(void *module)
{
    (void)spam_clear((PyObject *)module);
}

static int spam_exec(PyObject *m);

static PyModuleDef_Slot spam_slots[] = {
    {Py_mod_exec, spam_exec},
#ifdef Py_MOD_PER_INTERPRETER_GIL_SUPPORTED
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
    {0, NULL},
};

static struct PyModuleDef def = {
    PyModuleDef_HEAD_INIT, "spam", NULL, sizeof(struct state), NULL,
    spam_slots, spam_traverse, spam_clear, spam_free,
};

static int
make_f(struct state *st)
{
    st->f = PyErr_NewException("spam.f", NULL, NULL);
    if (st->f == NULL)
        return -1;
    Py_INCREF(st->f);
    return 0;
}

static int
spam_exec(PyObject *m)
{
    PyObject *b = PyErr_NewException("spam.b", NULL, NULL);
    if (b == NULL)
        goto fail;
    Py_INCREF(b);
    if (PyModule_AddObject(m, "b", b) < 0) {
        Py_DECREF(b);
        goto fail;
    }
    GETSTATE(m)->b = b;
    GETSTATE(m)->a = PyErr_NewException("spam.a", NULL, NULL);
    if (GETSTATE(m)->a == NULL)
        goto fail;
    Py_INCREF(GETSTATE(m)->a);
    PyModule_AddObject(m, "a", GETSTATE(m)->a);
    GETSTATE(m)->c = PyErr_NewException("spam.c", NULL, NULL);
    if (GETSTATE(m)->c == NULL)
        goto fail;
    Py_INCREF(GETSTATE(m)->c);
    PyModule_AddObject(m, "c", GETSTATE(m)->c);
    struct state *st = GETSTATE(m);
    PyObject *d = st->d = PyErr_NewException("spam.d", NULL, NULL);
    if (d == NULL)
        goto fail;
    Py_INCREF(d);
    PyModule_AddObject(m, "d", d);
    st->e = PyErr_NewException("spam.e", NULL, NULL);
    if (st->e == NULL || PyModule_AddObject(m, "e", st->e) < 0)
        goto fail;
    if (make_f(st) < 0)
        goto fail;
    PyModule_AddObject(m, "f", st->f);
    return PyErr_Occurred() ? -1 : 0;
fail:
    return -1;
}

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&def);
}
