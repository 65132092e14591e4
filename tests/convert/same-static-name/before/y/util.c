#include <Python.h>
typedef struct { PyObject_HEAD int n; } Box;
static PyObject *cache;
static void Box_dealloc(Box *self) { Py_TYPE(self)->tp_free((PyObject *)self); }
static PyTypeObject Y_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "spam.Y", .tp_basicsize = sizeof(Box), .tp_dealloc = (destructor)Box_dealloc,
    .tp_flags = Py_TPFLAGS_DEFAULT, .tp_new = PyType_GenericNew,
};
extern PyTypeObject X_Type;
PyObject *x_get(PyObject *self, PyObject *args);
static PyObject *y_get(PyObject *self, PyObject *args) { if (cache == NULL) cache = PyLong_FromLong(2); Py_XINCREF(cache); return cache; }
static PyMethodDef methods[] = { {"x", x_get, METH_NOARGS, NULL}, {"y", y_get, METH_NOARGS, NULL}, {NULL, NULL, 0, NULL} };
static struct PyModuleDef def = { PyModuleDef_HEAD_INIT, .m_name = "spam", .m_size = -1, .m_methods = methods };
PyMODINIT_FUNC PyInit_spam(void)
{
    PyObject *m;
    if (PyType_Ready(&X_Type) < 0 || PyType_Ready(&Y_Type) < 0) return NULL;
    m = PyModule_Create(&def);
    if (m == NULL) return NULL;
    Py_INCREF(&X_Type);
    if (PyModule_AddObject(m, "X", (PyObject *)&X_Type) < 0) { Py_DECREF(m); return NULL; }
    Py_INCREF(&Y_Type);
    if (PyModule_AddObject(m, "Y", (PyObject *)&Y_Type) < 0) { Py_DECREF(m); return NULL; }
    return m;
}
