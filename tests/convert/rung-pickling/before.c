/* Base stays static, since Sub needs it to the end; that instances of Sub are pickled as the
 * exceptions that they are is known from a base that is set at run time only. */
#include <Python.h>

typedef struct {
    PyBaseExceptionObject head;
    PyObject *value;
} BaseObject;

static PyObject *
base_new(PyTypeObject *type, PyObject *args, PyObject *kwargs)
{
    return ((PyTypeObject *)PyExc_Exception)->tp_new(type, args, kwargs);
}

static PyTypeObject Base_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "spam.Base",
    .tp_basicsize = sizeof(BaseObject),
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
    .tp_new = base_new,
};

static int
sub_traverse(BaseObject *self, visitproc visit, void *arg)
{
    Py_VISIT(self->value);
    return Base_Type.tp_traverse((PyObject *)self, visit, arg);
}

static int
sub_clear(BaseObject *self)
{
    Py_CLEAR(self->value);
    return Base_Type.tp_clear((PyObject *)self);
}

static void
sub_dealloc(BaseObject *self)
{
    PyObject_GC_UnTrack(self);
    Py_CLEAR(self->value);
    Base_Type.tp_dealloc((PyObject *)self);
}

static PyTypeObject Sub_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "spam.Sub",
    .tp_basicsize = sizeof(BaseObject),
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC,
    .tp_traverse = (traverseproc)sub_traverse,
    .tp_clear = (inquiry)sub_clear,
    .tp_dealloc = (destructor)sub_dealloc,
    .tp_base = &Base_Type,
};

static struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "spam",
    .m_size = -1,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    PyObject *m = PyModule_Create(&spam_module);
    if (m == NULL) {
        return NULL;
    }
    Base_Type.tp_base = (PyTypeObject *)PyExc_Exception;
    if (PyType_Ready(&Base_Type) < 0 || PyType_Ready(&Sub_Type) < 0) {
        Py_DECREF(m);
        return NULL;
    }
    Py_INCREF(&Sub_Type);
    if (PyModule_AddObject(m, "Sub", (PyObject *)&Sub_Type) < 0) {
        Py_DECREF(&Sub_Type);
        Py_DECREF(m);
        return NULL;
    }
    return m;
}
