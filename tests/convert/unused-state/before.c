#include <Python.h>

#include <assert.h>

/* What needs the state is left out by #if, or dropped by a macro, in some builds. */
static int have_raqm = 0;
static PyTypeObject Spam_Type;

#ifdef CHECKED
#define CHECK(x) if (Py_TYPE(x) != &Spam_Type) abort()
#define TOLD(x) (puts("told"), have_raqm = (x))
#else
#define CHECK(x)
#define TOLD(x) (have_raqm = (x))
#endif
#ifdef CHECKED
#define FROM_LONG PyLong_FromLongLong
#else
#define FROM_LONG PyLong_FromLong
#endif
#define CHECK_KIND(x) assert(Py_TYPE(x) == &Spam_Type)

/* A macro without parameters drops nothing. */
static PyObject *
raqm_number(PyObject *self, PyObject *args)
{
    return FROM_LONG(have_raqm);
}

static int
layout(int n)
{
    int k = n; /* at least */
#ifdef HAVE_RAQM
    if (have_raqm)
        return n + 1;
#endif
    return k;
}

static int
both(int n)
{
#ifdef HAVE_RAQM
    if (have_raqm)
        return n + 1;
#else
    have_raqm = 2;
#endif
    return n;
}

static int
caller(int n)
{
#ifdef HAVE_RAQM
    return layout(n);
#else
    return n;
#endif
}

static PyObject *
length(PyObject *self, PyObject *args)
{
    return PyLong_FromLong(layout(3) + caller(2) + both(1));
}

static PyObject *
set(PyObject *self, PyObject *value)
{
    int k = (int)PyLong_AsLong(value);
#ifdef HAVE_RAQM
    have_raqm = k;
#endif
    return PyLong_FromLong(k);
}

static PyObject *
is_spam(PyObject *self, PyObject *value)
{
    assert(PyObject_TypeCheck(value, &Spam_Type));
    Py_RETURN_TRUE;
}

static PyObject *
has_kind(PyObject *self, PyObject *value)
{
    CHECK_KIND(value);
    Py_RETURN_TRUE;
}

static PyObject *
without_name(PyObject *Py_UNUSED(self), PyObject *value)
{
    assert(Py_TYPE(value) == &Spam_Type);
    Py_RETURN_TRUE;
}

static PyObject *
without_argument(PyObject *self, PyObject *Py_UNUSED(unused))
{
    assert(have_raqm >= 0);
    Py_RETURN_TRUE;
}

static PyObject *
in_branch(PyObject *self, PyObject *value)
{
    if (value != Py_None) {
#ifdef HAVE_RAQM
#if HAVE_RAQM > 1
        have_raqm = 3;
#endif
#else
        assert(have_raqm >= 0);
#endif
        return PyLong_FromLong(1);
    }
    Py_RETURN_NONE;
}

static PyObject *
nested(PyObject *self, PyObject *value)
{
#ifdef HAVE_RAQM
#if HAVE_RAQM > 1
    have_raqm = 3;
#endif
#endif
    return PyLong_FromLong(1);
}

static PyObject *
several(PyObject *self, PyObject *value)
{
#if HAVE_RAQM > 1
    have_raqm = 3;
#elif defined(HAVE_RAQM)
    have_raqm = 4;
#endif
    Py_RETURN_NONE;
}

static PyObject *
told(PyObject *self, PyObject *value)
{
    return PyLong_FromLong(TOLD(1));
}

static PyObject *
floor_only(PyObject *self, PyObject *value)
{
#if PY_MAJOR_VERSION >= 3
    have_raqm++;
#endif
    Py_RETURN_NONE;
}

static int
indented(int n)
{
    int i = n;

    #ifdef HAVE_RAQM
        have_raqm = n;
    #endif
    while (i > 3) {
        i -= 3;
    }
    #ifdef HAVE_RAQM
        have_raqm += i;
    #endif
    return i;
}

static PyObject *
modulo(PyObject *self, PyObject *value)
{
    return PyLong_FromLong(indented((int)PyLong_AsLong(value)));
}

static PyObject *
Spam_get(PyObject *self, void *unused)
{
    CHECK(self);
    return PyLong_FromLong(1);
}

static PyGetSetDef Spam_getset[] = {
    {"n", Spam_get, NULL, NULL, NULL},
    {NULL, NULL, NULL, NULL, NULL},
};

static PyTypeObject Spam_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "spam.Spam",
    .tp_basicsize = sizeof(PyObject),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_getset = Spam_getset,
    .tp_new = PyType_GenericNew,
};

static PyMethodDef methods[] = {
    {"raqm_number", raqm_number, METH_NOARGS, NULL},
    {"length", length, METH_NOARGS, NULL},
    {"set", set, METH_O, NULL},
    {"is_spam", is_spam, METH_O, NULL},
    {"has_kind", has_kind, METH_O, NULL},
    {"without_name", without_name, METH_O, NULL},
    {"without_argument", without_argument, METH_NOARGS, NULL},
    {"in_branch", in_branch, METH_O, NULL},
    {"nested", nested, METH_O, NULL},
    {"several", several, METH_O, NULL},
    {"told", told, METH_O, NULL},
    {"floor_only", floor_only, METH_O, NULL},
    {"modulo", modulo, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef def = {
    PyModuleDef_HEAD_INIT,
    .m_name = "spam",
    .m_size = -1,
    .m_methods = methods,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    PyObject *m = PyModule_Create(&def);
    if (m == NULL)
        return NULL;
    Py_INCREF(&Spam_Type);
    if (PyType_Ready(&Spam_Type) < 0
        || PyModule_AddObject(m, "Spam", (PyObject *)&Spam_Type) < 0) {
        return NULL;
    }
    return m;
}
