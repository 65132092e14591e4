#include "egg.h"

typedef struct {
    PyObject_HEAD
    int size;
} EggObject;

PyObject *EggError;

PyTypeObject Egg_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "spam.Egg",
    .tp_basicsize = sizeof(EggObject),
    .tp_flags = Py_TPFLAGS_DEFAULT,
};

PyObject *
egg_new(int size)
{
    if (size < 0) {
        PyErr_SetString(EggError, "negative");
        return NULL;
    }
    EggObject *self = PyObject_New(EggObject, &Egg_Type);
    if (self != NULL) {
        self->size = size;
    }
    return (PyObject *)self;
}

int
egg_setup(PyObject *module)
{
    EggError = PyErr_NewException("spam.EggError", NULL, NULL);
    if (EggError == NULL) {
        return -1;
    }
    Py_INCREF(EggError);
    return PyModule_AddObject(module, "EggError", EggError);
}
