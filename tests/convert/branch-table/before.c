#include <Python.h>

typedef struct {
    PyObject_HEAD
} Thing;

#define HAVE_ADD
static PyObject *
Thing_add(PyObject *a, PyObject *Py_UNUSED(b))
{
    Py_INCREF(a);
    return a;
}

static PyTypeObject Thing_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "spam.Thing",
    .tp_basicsize = sizeof(Thing),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_new = PyType_GenericNew,
    .tp_doc = "A thing"
#ifdef HAVE_ADD
              " to add"
#endif
    ,
#ifdef HAVE_ADD
    .tp_as_number = &(PyNumberMethods){
        .nb_add = Thing_add,
#ifndef HAVE_SUBTRACT
        .nb_or = Thing_add,
#else
        .nb_subtract = Thing_add
#endif
    },
#endif
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    .m_name = "spam",
    .m_size = -1,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    PyObject *module;

    if (PyType_Ready(&Thing_Type) < 0) {
        return NULL;
    }
    module = PyModule_Create(&definition);
    if (module == NULL) {
        return NULL;
    }
    Py_INCREF(&Thing_Type);
    if (PyModule_AddObject(module, "Thing", (PyObject *)&Thing_Type) < 0) {
        Py_DECREF(&Thing_Type);
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
