#include "egg.hpp"
#include "spam_state.h"

static void
egg_dealloc(PyObject *self)
{
    PyTypeObject *tp = Py_TYPE(self);
    Py_TYPE(self)->tp_free(self);
    Py_DECREF(tp);
}

static PyType_Slot Egg_Type_slots[] = {
    {Py_tp_dealloc, (void *)egg_dealloc},
    {0, NULL},
};

PyType_Spec Egg_Type_spec = {
    "spam.Egg",
    sizeof(Egg),
    0,
    Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE |
        Py_TPFLAGS_DISALLOW_INSTANTIATION,
    Egg_Type_slots,
};

PyObject *
egg_make(double size)
{
    spam_state *state = get_spam_state_by_interpreter();
    if (state == NULL) {
        return NULL;
    }
    Egg *egg = PyObject_New(Egg, state->Egg_Type);
    if (egg != NULL) {
        egg->size = size;
    }
    return reinterpret_cast<PyObject *>(egg);
}

int
egg_check(PyObject *object)
{
    spam_state *state = get_spam_state_by_interpreter();
    if (state == NULL) {
        Py_FatalError("spam is not imported in this interpreter");
    }
    return PyObject_TypeCheck(object, state->Egg_Type);
}
