/* A forward declaration with an attribute that a macro gives, or leaves out. */
#include <Python.h>

#ifdef CHECKED
#define TYPE_OF(name) __attribute__((unused))
#else
#define TYPE_OF(name)
#endif

static PyTypeObject Thing_Type
  TYPE_OF("Thing");

typedef struct { PyObject_HEAD int n; } Thing;

static PyObject *
make(PyObject *self, PyObject *unused)
{
    return PyType_GenericNew(&Thing_Type, NULL, NULL);
}

static PyTypeObject Thing_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "spam.Thing",
    .tp_basicsize = sizeof(Thing),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_new = PyType_GenericNew,
};

static PyMethodDef methods[] = { {"make", make, METH_NOARGS, NULL}, {NULL, NULL, 0, NULL} };
static struct PyModuleDef def = { PyModuleDef_HEAD_INIT, .m_name = "spam", .m_size = -1, .m_methods = methods };

PyMODINIT_FUNC
PyInit_spam(void)
{
    if (PyType_Ready(&Thing_Type) < 0)
        return NULL;
    return PyModule_Create(&def);
}
