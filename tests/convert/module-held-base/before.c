/* Python code may subclass Egg, and the tp_new of list makes the instances: a subclass has a
 * tp_alloc of its own, so nothing can give each instance its module. */
#include <Python.h>

typedef struct {
    PyListObject list;
    PyObject *value;
} EggObject;

static PyObject *cache;

static int
egg_traverse(EggObject *self, visitproc visit, void *arg)
{
    Py_VISIT(self->value);
    return PyList_Type.tp_traverse((PyObject *)self, visit, arg);
}

static int
egg_clear(EggObject *self)
{
    Py_CLEAR(self->value);
    return PyList_Type.tp_clear((PyObject *)self);
}

static void
egg_dealloc(EggObject *self)
{
    PyObject_GC_UnTrack(self);
    if (PyDict_GET_SIZE(cache) > 100) {
        Py_CLEAR(self->value);
    }
    Py_CLEAR(self->value);
    PyList_Type.tp_dealloc((PyObject *)self);
}

static PyTypeObject Egg_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "spam.Egg",
    .tp_basicsize = sizeof(EggObject),
    .tp_dealloc = (destructor)egg_dealloc,
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE | Py_TPFLAGS_HAVE_GC,
    .tp_traverse = (traverseproc)egg_traverse,
    .tp_clear = (inquiry)egg_clear,
};

static struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT, .m_name = "spam", .m_size = -1,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    cache = PyDict_New();
    if (cache == NULL) {
        return NULL;
    }
    Egg_Type.tp_base = &PyList_Type;
    if (PyType_Ready(&Egg_Type) < 0) {
        return NULL;
    }
    PyObject *m = PyModule_Create(&spam_module);
    if (m == NULL) {
        return NULL;
    }
    Py_INCREF(&Egg_Type);
    if (PyModule_AddObject(m, "Egg", (PyObject *)&Egg_Type) < 0) {
        Py_DECREF(&Egg_Type);
        Py_DECREF(m);
        return NULL;
    }
    return m;
}
