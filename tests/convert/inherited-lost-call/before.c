#include <Python.h>
typedef struct { PyObject_HEAD long v; } Obj;
static PyTypeObject Obj_Type = { PyVarObject_HEAD_INIT(NULL, 0) .tp_name = "spam.Obj", .tp_basicsize = sizeof(Obj), .tp_flags = Py_TPFLAGS_DEFAULT };
static Obj *cache;
static PyObject *make(long v)
{
    Obj *o = PyObject_New(Obj, &Obj_Type);
    if (!o) return NULL;
    o->v = v;
    return (PyObject *)o;
}
static PyObject *make2(long v)
{
    if (!v) {
        if (!cache) cache = (Obj *)make(0);
        if (!cache) return NULL;
        return Py_NewRef((PyObject *)cache);
    }
    return make(v);
}
static PyModuleDef def = { PyModuleDef_HEAD_INIT, "spam", NULL, -1, NULL };
PyMODINIT_FUNC PyInit_spam(void)
{
    PyObject *m;
    if (PyType_Ready(&Obj_Type) < 0) return NULL;
    m = PyModule_Create(&def);
    if (!m) return NULL;
    PyDict_SetItemString(Obj_Type.tp_dict, "two", make(2));
    PyDict_SetItemString(Obj_Type.tp_dict, "zero", make2(0));
    PyModule_AddObject(m, "Obj", Py_NewRef((PyObject *)&Obj_Type));
    return m;
}
