#include "shared.h"

static PyObject *
Part_word(PyObject *self, PyObject *unused)
{
    shared_state *state = shared_state_from_self(self);
    (void)unused;
    if (state == NULL || state != Part_of(self)->state) {
        return NULL;
    }
    Py_INCREF(state->word);
    return state->word;
}

static PyMethodDef Part_methods[] = {
    INSULATE_METHOD("word", Part_word, METH_NOARGS, NULL), INSULATE_METHODS_END};

INSULATE_CLASS(Part, "shared.Part", Py_TPFLAGS_BASETYPE, Part_methods, Part_new_default,
               INSULATE_SLOT_END)

int
shared_add_part(PyObject *module, shared_state *state)
{
    return Insulate_AddType(module, &state->Part_type, &Part_spec, NULL);
}
