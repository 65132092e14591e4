#include "shared.h"

static PyObject *
is_part(PyObject *module, PyObject *object)
{
    (void)module;
    return PyLong_FromLong(Part_is(object));
}

static PyMethodDef functions[] = {INSULATE_METHOD("is_part", is_part, METH_O, NULL),
                                  INSULATE_METHODS_END};

static int
shared_exec(PyObject *module, shared_state *state)
{
    state->word = PyUnicode_FromString("the word");
    if (state->word == NULL) {
        return -1;
    }
    return shared_add_part(module, state);
}

INSULATE_MODULE(shared, shared, "Two files.", functions, shared_exec, SHARED_GIL,
                GIL_USED)
