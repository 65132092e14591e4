#include <Python.h>

/* Heap types that are made without a module, and kept in statics. */
typedef struct {
    PyObject_HEAD
    int n;
} Thing;

static PyTypeObject *Thing_Type;
static PyObject *Child_Type, *Last_Type;
static PyObject *Error;

static PyObject *
Thing_fail(PyObject *self, PyObject *unused)
{
    PyErr_SetString(Error, "no");
    return NULL;
}

static PyObject *
Thing_copy(PyObject *self, PyObject *unused)
{
    return PyObject_CallNoArgs((PyObject *)Thing_Type);
}

static void
Thing_dealloc(PyObject *self)
{
    PyTypeObject *tp = Py_TYPE(self);
    tp->tp_free(self);
    Py_DECREF(tp);
}

static PyMethodDef Thing_methods[] = {
    {"fail", Thing_fail, METH_NOARGS, NULL},
    {"copy", Thing_copy, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static PyType_Slot Thing_slots[] = {
    {Py_tp_dealloc, Thing_dealloc},
    {Py_tp_methods, Thing_methods},
    {0, NULL},
};

static PyType_Spec Thing_spec = {
    .name = "spam.Thing",
    .basicsize = sizeof(Thing),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
    .slots = Thing_slots,
};

static PyType_Slot Child_slots[] = {
    {0, NULL},
};

static PyType_Spec Child_spec = {
    .name = "spam.Child",
    .basicsize = sizeof(Thing),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
    .slots = Child_slots,
};

static PyType_Spec Last_spec = {
    .name = "spam.Last",
    .basicsize = sizeof(Thing),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
    .slots = Child_slots,
};

static PyObject *
is_thing(PyObject *module, PyObject *object)
{
    return PyBool_FromLong(PyObject_TypeCheck(object, Thing_Type));
}

static PyMethodDef methods[] = {
    {"is_thing", is_thing, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef def = {
    PyModuleDef_HEAD_INIT,
    .m_name = "spam",
    .m_size = -1,
    .m_methods = methods,
};

/* A helper that does not know the module. */
static int
make_types(void)
{
    Thing_Type = (PyTypeObject *)PyType_FromSpec(&Thing_spec);
    if (Thing_Type == NULL)
        return -1;
    Child_Type = PyType_FromSpecWithBases(&Child_spec, (PyObject *)Thing_Type);
    return Child_Type == NULL ? -1 : 0;
}

PyMODINIT_FUNC
PyInit_spam(void)
{
    PyObject *m;
    if (make_types() < 0)
        return NULL;
    Last_Type = PyType_FromModuleAndSpec(NULL, &Last_spec, Child_Type);
    if (Last_Type == NULL)
        return NULL;
    Error = PyErr_NewException("spam.Error", NULL, NULL);
    if (Error == NULL)
        return NULL;
    m = PyModule_Create(&def);
    if (m == NULL)
        return NULL;
    if (PyModule_AddObjectRef(m, "Thing", (PyObject *)Thing_Type) < 0
        || PyModule_AddObjectRef(m, "Child", Child_Type) < 0
        || PyModule_AddObjectRef(m, "Last", Last_Type) < 0
        || PyModule_AddObjectRef(m, "Error", Error) < 0) {
        Py_DECREF(m);
        return NULL;
    }
    return m;
}
