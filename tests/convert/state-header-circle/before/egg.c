#include "egg.h"
#include "flag.h"

typedef enum {
    SHAPE_UNKNOWN,
    SHAPE_ROUND,
} egg_shape;

static PyObject *EggError;
static egg_shape usual_shape;
static FLAG was_set_up;

PyObject *
egg_new(EggLimits *limits, int size)
{
    if (size > limits->depth || usual_shape != SHAPE_ROUND) {
        PyErr_SetString(EggError, "no such egg");
        return NULL;
    }
    return limits->hook != NULL ? (Py_INCREF(limits->hook), limits->hook) : flag_error();
}

int
egg_setup(PyObject *module)
{
    if (was_set_up) {
        return 0;
    }
    EggError = PyErr_NewException("spam.EggError", NULL, NULL);
    FlagError = PyErr_NewException("spam.FlagError", NULL, NULL);
    if (EggError == NULL || FlagError == NULL) {
        return -1;
    }
    usual_shape = SHAPE_ROUND;
    was_set_up = 1;
    Py_INCREF(EggError);
    return PyModule_AddObject(module, "EggError", EggError);
}

void
egg_report(const char *text)
{
    PySys_WriteStderr("%s\n", text);
}
