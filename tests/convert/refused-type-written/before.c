/* Types that are changed before PyType_Ready by another way than their own name: by a helper,
 * through a pointer, a macro and a table, and a table of slots through its address. */
#include <Python.h>

typedef struct {
    PyObject_HEAD
    int n;
} Spam;

static PyObject *
spam_repr(PyObject *self)
{
    return PyUnicode_FromFormat("<%d>", ((Spam *)self)->n);
}

static int
spam_bool(PyObject *self)
{
    return ((Spam *)self)->n != 0;
}

static PyTypeObject Helped_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "spam.Helped",
    .tp_basicsize = sizeof(Spam),
};

static PyTypeObject Pointed_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "spam.Pointed",
    .tp_basicsize = sizeof(Spam),
    .tp_flags = Py_TPFLAGS_DEFAULT,
};

static PyTypeObject Listed_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "spam.Listed",
    .tp_basicsize = sizeof(Spam),
    .tp_flags = Py_TPFLAGS_DEFAULT,
};

static PyNumberMethods number;

static PyTypeObject Number_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "spam.Number",
    .tp_basicsize = sizeof(Spam),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_as_number = &number,
};

static PyTypeObject Plain_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "spam.Plain",
    .tp_basicsize = sizeof(Spam),
    .tp_flags = Py_TPFLAGS_DEFAULT,
};

static PyTypeObject *listed[] = {&Listed_Type, NULL};

#define SET_REPR(type) ((type)->tp_repr = spam_repr)

static int
make(PyTypeObject *type, newfunc new, unsigned long flags)
{
    type->tp_new = new;
    type->tp_flags = flags;
    return PyType_Ready(type);
}

static int
make_all(PyObject *m)
{
    PyNumberMethods *table = &number;
    PyTypeObject *type = &Pointed_Type;
    type->tp_repr = spam_repr;
    table->nb_bool = spam_bool;
    SET_REPR(&Plain_Type);
    for (PyTypeObject **each = listed; *each != NULL; each++) {
        (*each)->tp_repr = spam_repr;
    }
    if (make(&Helped_Type, PyType_GenericNew, Py_TPFLAGS_DEFAULT) < 0) {
        return -1;
    }
    return PyModule_AddType(m, &Helped_Type) < 0 || PyModule_AddType(m, &Pointed_Type) < 0
                   || PyModule_AddType(m, &Listed_Type) < 0
                   || PyModule_AddType(m, &Number_Type) < 0
                   || PyModule_AddType(m, &Plain_Type) < 0
               ? -1
               : 0;
}

static struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT, .m_name = "spam", .m_size = -1,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    PyObject *m = PyModule_Create(&spam_module);
    if (m == NULL) {
        return NULL;
    }
    if (make_all(m) < 0) {
        Py_DECREF(m);
        return NULL;
    }
    return m;
}
