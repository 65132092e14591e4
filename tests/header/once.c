/* A module that allows one module object a process, and fails when it is asked to. */
#include "insulate.h"

#define ONCE_FIELDS(X) X(OBJECT, answer)
INSULATE_STATE(once, ONCE_FIELDS)

static PyObject *
answer(PyObject *module, PyObject *unused)
{
    PyObject *number = once_state_from_module(module)->answer;
    (void)unused;
    Py_INCREF(number);
    return number;
}

static PyMethodDef functions[] = {INSULATE_METHOD("answer", answer, METH_NOARGS, NULL),
                                  INSULATE_METHODS_END};

static int
once_exec(PyObject *module, once_state *state)
{
    (void)module;
    state->answer = PyLong_FromLong(1);
    if (state->answer == NULL) {
        return -1;
    }
    if (getenv("INSULATE_ONCE_FAILS") != NULL) {
        PyErr_SetString(PyExc_RuntimeError, "asked to fail");
        return -1;
    }
    return 0;
}

INSULATE_MODULE(once, once, "One at a time.", functions, once_exec, ONCE, GIL_USED)
