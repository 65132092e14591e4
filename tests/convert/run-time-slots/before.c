#include <Python.h>

typedef struct {
    PyDictObject base;
    int touched;
} TouchObject;

static PyMappingMethods touch_as_mapping;
static PyTypeObject Touch_Type;
static PyTypeObject Deep_Type;

static Py_ssize_t
touch_length(PyObject *self)
{
    ((TouchObject *)self)->touched++;
    return PyDict_Type.tp_as_mapping->mp_length(self);
}

static int
touch_init(PyObject *self, PyObject *args, PyObject *kwds)
{
    ((TouchObject *)self)->touched = 0;
    return PyDict_Type.tp_init(self, args, kwds);
}

static PyTypeObject Touch_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "spam.Touch",
    .tp_basicsize = sizeof(TouchObject),
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
};

static PyTypeObject Deep_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "spam.Deep",
    .tp_basicsize = sizeof(TouchObject),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_base = &Touch_Type,
};

static struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT, .m_name = "spam", .m_size = -1,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    PyObject *m = PyModule_Create(&spam_module);
    if (m == NULL)
        return NULL;

    touch_as_mapping.mp_length = touch_length;
    Touch_Type.tp_as_mapping = &touch_as_mapping;
    Touch_Type.tp_base = &PyDict_Type;
    Touch_Type.tp_init = touch_init;
    if (PyType_Ready(&Touch_Type) < 0 || PyType_Ready(&Deep_Type) < 0) {
        Py_DECREF(m);
        return NULL;
    }
    Py_INCREF(&Touch_Type);
    PyModule_AddObject(m, "Touch", (PyObject *)&Touch_Type);
    Py_INCREF(&Deep_Type);
    PyModule_AddObject(m, "Deep", (PyObject *)&Deep_Type);
    return m;
}
