#include <Python.h>

typedef struct {
    PyObject_HEAD
    int n;
} Thing;

#if defined(HAVE_ORDER)
static PyObject *
Thing_order(PyObject *a, PyObject *b, int op)
{
    Py_RETURN_RICHCOMPARE(((Thing *)a)->n, ((Thing *)b)->n, op);
}
#endif

static PyObject *
Thing_repr(PyObject *self)
{
    return PyUnicode_FromFormat("%d", ((Thing *)self)->n);
}

static PyObject *
Thing_add(PyObject *a, PyObject *Py_UNUSED(b))
{
    Py_INCREF(a);
    return a;
}

#ifdef _WIN32
static PyNumberMethods Thing_numbers = {
    .nb_subtract = Thing_add,
#ifdef HAVE_POWER
    .nb_xor = (binaryfunc)Thing_add,
#endif
};
#else
static Py_ssize_t
Thing_length(PyObject *self)
{
    return ((Thing *)self)->n;
}
#endif

static PyMappingMethods Thing_mapping = {
#ifndef _WIN32
    .mp_length = Thing_length,
#endif
};

static PyTypeObject Thing_Type = {
#ifdef _MSC_VER
    PyVarObject_HEAD_INIT(NULL, 0)
#else
    PyVarObject_HEAD_INIT(&PyType_Type, 0)
#endif
    .tp_name = "spam.Thing",
    .tp_basicsize = sizeof(Thing),
    .tp_flags = Py_TPFLAGS_DEFAULT,
#ifdef HAVE_ORDER /* Linux */
    .tp_richcompare = (richcmpfunc)Thing_order,
#endif
#ifdef _WIN32
    .tp_as_number = &Thing_numbers,
#if HAVE_NAME > 1
    .tp_str = Thing_repr,
#elif HAVE_NAME
    .tp_str = PyObject_Str,
#else
    .tp_str = PyObject_Repr,
#endif
#else
    .tp_repr = Thing_repr,
    .tp_as_mapping = &Thing_mapping,
#endif
#if PY_VERSION_HEX >= 0x03040000
    .tp_iter = PyObject_SelfIter,
#endif
    .tp_call =
#ifdef NDEBUG
        (ternaryfunc)NULL,
#else
        PyObject_Call,
#endif
    .tp_new = PyType_GenericNew,
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

#ifndef HAVE_SLOW
    Thing_Type.tp_getattro = PyObject_GenericGetAttr;
#endif
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
