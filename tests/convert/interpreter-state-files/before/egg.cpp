#include "egg.hpp"

static void
egg_dealloc(PyObject *self)
{
    Py_TYPE(self)->tp_free(self);
}

PyTypeObject Egg_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    "spam.Egg", /* tp_name */
    sizeof(Egg), /* tp_basicsize */
    0, /* tp_itemsize */
    egg_dealloc, /* tp_dealloc */
};

PyObject *
egg_make(double size)
{
    Egg *egg = PyObject_New(Egg, &Egg_Type);
    if (egg != NULL) {
        egg->size = size;
    }
    return reinterpret_cast<PyObject *>(egg);
}

int
egg_check(PyObject *object)
{
    return PyObject_TypeCheck(object, &Egg_Type);
}
