/* What the modules have in common: each init function is one text, under two names. */
#include <Python.h>
#include <stddef.h>

#define ADD(name, value) \
    if (PyModule_AddIntConstant(m, name, value) < 0) \
        goto error

static PyObject *Error;
static PyObject *cache;
static PyObject *borrowed;

typedef struct { PyObject_HEAD int n; } Thing;

static PyTypeObject Thing_Type;

static PyObject *
make(PyObject *module, PyObject *Py_UNUSED(args))
{
    Thing *thing = PyObject_New(Thing, &Thing_Type);
    if (thing != NULL) {
        thing->n = 1;
    }
    return (PyObject *)thing;
}

static PyObject *
fail(PyObject *module, PyObject *Py_UNUSED(args))
{
    PyErr_SetObject(Error, cache);
    return NULL;
}

static PyObject *
get(PyObject *module, PyObject *Py_UNUSED(args))
{
    return Py_BuildValue("OO", cache, borrowed);
}

static void
Thing_dealloc(PyObject *self)
{
    PyObject_Free(self);
}

static PyTypeObject Thing_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = NAME ".Thing",
    .tp_basicsize = sizeof(Thing),
    .tp_dealloc = Thing_dealloc,
    .tp_flags = Py_TPFLAGS_DEFAULT,
};

static PyMethodDef template_methods[] = {
    {"make", make, METH_NOARGS, NULL},
    {"fail", fail, METH_NOARGS, NULL},
    {"get", get, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef template_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = NAME,
    .m_size = -1,
    .m_methods = template_methods,
};

PyMODINIT_FUNC
INIT(void)
{
    PyObject *m = PyModule_Create(&template_module);
    if (m == NULL) {
        return NULL;
    }
    if (PyType_Ready(&Thing_Type) < 0) {
        goto error;
    }
    Error = PyErr_NewException(NAME ".Error", NULL, NULL);
    if (Error == NULL) {
        goto error;
    }
    if (PyModule_AddObject(m, "Error", Error) < 0) {
        goto error;
    }
    cache = PyDict_New();
    if (cache == NULL) {
        goto error;
    }
    borrowed = PyDict_GetItemString(PyModule_GetDict(m), "Error");
    ADD("ONE", 1);
    if (PyModule_AddIntConstant(m, "TWO", 2) < 0) {
        goto error;
    }
    return m;

error:
    Py_XDECREF(cache);
    Py_DECREF(m);
    return NULL;
}
