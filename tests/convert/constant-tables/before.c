#include <Python.h>
#include <structmember.h>

/* Tables that are constant, which the fields of a static type are not: they had a cast. */
typedef struct {
    PyObject_HEAD
    int n;
} Thing;

static PyObject *
Thing_next(Thing *self, PyObject *Py_UNUSED(ignored))
{
    return PyLong_FromLong(++self->n);
}

static PyObject *
Thing_double(Thing *self, void *Py_UNUSED(closure))
{
    return PyLong_FromLong(2L * self->n);
}

static const PyMethodDef Thing_methods[] = {
    {"next", (PyCFunction)Thing_next, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static const PyMemberDef Thing_members[] = {
    {"n", T_INT, offsetof(Thing, n), READONLY, NULL},
    {NULL, 0, 0, 0, NULL},
};

static const PyGetSetDef Thing_getset[] = {
    {"double", (getter)Thing_double, NULL, NULL, NULL},
    {NULL, NULL, NULL, NULL, NULL},
};

/* Never written: what sizeof asks is not evaluated. */
#define NAMES {"one", "two"}
static char *names[] = NAMES;

static PyObject *
Thing_names(PyObject *Py_UNUSED(self), PyObject *Py_UNUSED(ignored))
{
    PyObject *list = PyList_New(0);
    size_t n = sizeof(names) / sizeof(names[0]);
    n *= sizeof(char[1 + __builtin_types_compatible_p(__typeof__(names), __typeof__(&names[0]))]);
    for (size_t i = 0; list != NULL && i < n; i++) {
        PyObject *name = PyUnicode_FromString(names[i]);
        if (name == NULL || PyList_Append(list, name) < 0) {
            Py_CLEAR(list);
        }
        Py_XDECREF(name);
    }
    return list;
}

static PyMethodDef functions[] = {
    {"names", Thing_names, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static PyTypeObject Thing_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "spam.Thing",
    .tp_basicsize = sizeof(Thing),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_methods = (PyMethodDef *)Thing_methods,
    .tp_members = (PyMemberDef *)Thing_members,
    .tp_getset = (PyGetSetDef *)Thing_getset,
    .tp_new = PyType_GenericNew,
};

static struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT, .m_name = "spam", .m_size = -1, .m_methods = functions,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    PyObject *m = PyModule_Create(&spam_module);
    if (m == NULL || PyModule_AddType(m, &Thing_Type) < 0) {
        Py_XDECREF(m);
        return NULL;
    }
    return m;
}
