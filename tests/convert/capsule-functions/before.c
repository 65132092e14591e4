#include <Python.h>
typedef struct {
    PyObject_HEAD
    int size;
} Egg;
static PyTypeObject Egg_Type;
static PyObject *
Egg_FromSize(int size)
{
    Egg *egg = PyObject_New(Egg, &Egg_Type);
    if (egg != NULL) {
        egg->size = size;
    }
    return (PyObject *)egg;
}
static int
Egg_Check(PyObject *object)
{
    return PyObject_TypeCheck(object, &Egg_Type);
}
static void
egg_dealloc(PyObject *self)
{
    PyObject_Free(self);
}
static PyTypeObject Egg_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "spam.Egg",
    .tp_basicsize = sizeof(Egg),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_dealloc = egg_dealloc,
    .tp_new = PyType_GenericNew,
};
static void *api[2];
static struct PyModuleDef def = {PyModuleDef_HEAD_INIT, "spam", NULL, -1, NULL};
PyMODINIT_FUNC
PyInit_spam(void)
{
    PyObject *module, *capsule;
    if (PyType_Ready(&Egg_Type) < 0) {
        return NULL;
    }
    module = PyModule_Create(&def);
    if (module == NULL) {
        return NULL;
    }
    Py_INCREF(&Egg_Type);
    if (PyModule_AddObject(module, "Egg", (PyObject *)&Egg_Type) < 0) {
        Py_DECREF(&Egg_Type);
        Py_DECREF(module);
        return NULL;
    }
    api[0] = (void *)Egg_FromSize;
    api[1] = (void *)Egg_Check;
    capsule = PyCapsule_New(api, "spam._API", NULL);
    if (capsule == NULL) {
        Py_DECREF(module);
        return NULL;
    }
    if (PyModule_AddObject(module, "_API", capsule) < 0) {
        Py_DECREF(capsule);
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
