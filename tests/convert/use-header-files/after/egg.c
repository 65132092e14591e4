#include "egg.h"
#include "spam_state.h"

typedef struct {
    PyObject_HEAD
    int size;
} EggObject;

static int
Egg_traverse(PyObject *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    return 0;
}

static PyType_Slot Egg_Type_slots[] = {
    {Py_tp_traverse, Egg_traverse},
    {0, NULL},
};

PyType_Spec Egg_Type_spec = {
    .name = "spam.Egg",
    .basicsize = sizeof(EggObject),
    .flags = Py_TPFLAGS_DEFAULT |
        Py_TPFLAGS_HAVE_GC | INSULATE_IMMUTABLE_IF_POSSIBLE | INSULATE_NO_INSTANCES,
    .slots = Egg_Type_slots,
};

PyObject *
egg_new(spam_state *state, int size)
{
    if (size < 0) {
        PyErr_SetString(state->EggError, "negative");
        return NULL;
    }
    EggObject *self = (EggObject *)state->Egg_Type->tp_alloc(state->Egg_Type, 0);
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
