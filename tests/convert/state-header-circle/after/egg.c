#include "egg.h"
#include "flag.h"
#include "spam_state.h"

PyObject *
egg_new(spam_state *state, EggLimits *limits, int size)
{
    if (size > limits->depth || state->usual_shape != SHAPE_ROUND) {
        PyErr_SetString(state->EggError, "no such egg");
        return NULL;
    }
    return limits->hook != NULL ? (Py_INCREF(limits->hook), limits->hook)
        : flag_error(state);
}

int
egg_setup(PyObject *module)
{
    spam_state *state = get_spam_state(module);
    if (state->was_set_up) {
        return 0;
    }
    state->EggError = PyErr_NewException("spam.EggError", NULL, NULL);
    state->FlagError = PyErr_NewException("spam.FlagError", NULL, NULL);
    if (state->EggError == NULL || state->FlagError == NULL) {
        return -1;
    }
    state->usual_shape = SHAPE_ROUND;
    state->was_set_up = 1;
    Py_INCREF(state->EggError);
    return PyModule_AddObject(module, "EggError", state->EggError);
}

void
egg_report(const char *text)
{
    PySys_WriteStderr("%s\n", text);
}
