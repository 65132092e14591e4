#include "egg.h"
#include "spam_state.h"
#include "insulate/heap_types.h"

typedef struct {
    PyObject_HEAD
    int size;
} EggObject;

static void
Egg_dealloc(PyObject *self)
{
    Insulate_Free(self);
}

static PyMethodDef spam_reducing[] = {
    {"__reduce_ex__", Insulate_RefuseOldReduce, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static PyType_Slot Egg_Type_slots[] = {
    {Py_tp_dealloc, Egg_dealloc},
    {Py_tp_methods, spam_reducing},
    {0, NULL},
};

PyType_Spec Egg_Type_spec = {
    .name = "spam.Egg",
    .basicsize = sizeof(EggObject),
    .flags = Py_TPFLAGS_DEFAULT | INSULATE_IMMUTABLE_IF_POSSIBLE |
        INSULATE_NO_INSTANCES,
    .slots = Egg_Type_slots,
};

PyObject *
egg_new(spam_state *state, int size)
{
    if (size < 0) {
        PyErr_SetString(state->EggError, "negative");
        return NULL;
    }
    EggObject *self = PyObject_New(EggObject, state->Egg_Type);
    if (self != NULL) {
        self->size = size;
    }
    return (PyObject *)self;
}

int
egg_setup(PyObject *module)
{
    spam_state *state = get_spam_state(module);
    state->EggError = PyErr_NewException("spam.EggError", NULL, NULL);
    if (state->EggError == NULL) {
        return -1;
    }
    Py_INCREF(state->EggError);
    return PyModule_AddObject(module, "EggError", state->EggError);
}
