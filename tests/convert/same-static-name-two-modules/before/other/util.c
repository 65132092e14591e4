#include <Python.h>
typedef struct { PyObject_HEAD int n; } Box;
static PyObject *cache_other;
static PyObject *cache;
static int counter;
static void Box_dealloc(Box *self) {  Py_TYPE(self)->tp_free((PyObject *)self); }
static PyTypeObject Box_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "other.Box", .tp_basicsize = sizeof(Box), .tp_dealloc = (destructor)Box_dealloc,
    .tp_flags = Py_TPFLAGS_DEFAULT, .tp_new = PyType_GenericNew,
};
static PyObject *get(PyObject *self, PyObject *args) { counter++; if (cache == NULL) cache = PyLong_FromLong(counter);  Py_XINCREF(cache); return cache; }
static PyMethodDef methods[] = { {"get", get, METH_NOARGS, NULL}, {NULL, NULL, 0, NULL} };
static struct PyModuleDef def = { PyModuleDef_HEAD_INIT, .m_name = "other", .m_size = -1, .m_methods = methods };
PyMODINIT_FUNC PyInit_other(void)
{
    PyObject *m;
    if (PyType_Ready(&Box_Type) < 0) return NULL;
    m = PyModule_Create(&def);
    if (m == NULL) return NULL;
    Py_INCREF(&Box_Type);
    if (PyModule_AddObject(m, "Box", (PyObject *)&Box_Type) < 0) { Py_DECREF(&Box_Type); Py_DECREF(m); return NULL; }
    return m;
}
