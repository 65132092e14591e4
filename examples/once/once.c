/* The opt-out: a module that cannot be isolated yet allows one module object a process.
 *
 * The generator of drand48() belongs to the C library and to the whole process: a second
 * user would get every other number of the first one's sequence.  The permission is taken
 * before the module's own exec function and given back when that fails or the module
 * object is freed (guide: "Opt-Out: Limiting to One Module Object per Process"). */
#define _XOPEN_SOURCE 700
#include <insulate.h>

#define ONCE_FIELDS(X) X(DATA, long n_rolls)
INSULATE_STATE(once, ONCE_FIELDS)

static PyObject *
seed(PyObject *module, PyObject *number)
{
    long value = PyLong_AsLong(number);
    if (value == -1 && PyErr_Occurred()) {
        return NULL;
    }
    /* insulate: ignore[global-process-call] one module object has the generator */
    srand48(value);
    once_state_from_module(module)->n_rolls = 0;
    Py_RETURN_NONE;
}

static PyObject *
roll(PyObject *module, PyObject *unused)
{
    (void)unused;
    once_state_from_module(module)->n_rolls++;
    /* insulate: ignore[global-process-call] one module object has the generator */
    return PyLong_FromLong(1 + (long)(drand48() * 6));
}

static PyObject *
rolls(PyObject *module, PyObject *unused)
{
    (void)unused;
    return PyLong_FromLong(once_state_from_module(module)->n_rolls);
}

static PyMethodDef once_methods[] = {
    INSULATE_METHOD("seed", seed, METH_O, "seed($module, number, /)\n--\n\n"),
    INSULATE_METHOD("roll", roll, METH_NOARGS, "roll($module, /)\n--\n\nOne to six."),
    INSULATE_METHOD("rolls", rolls, METH_NOARGS, "rolls($module, /)\n--\n\n"),
    INSULATE_METHODS_END};

static int
once_exec(PyObject *module, once_state *state)
{
    (void)state;
    /* insulate: ignore[global-process-call] one module object has the generator */
    srand48(1);
    return PyModule_AddIntConstant(module, "SIDES", 6);
}

INSULATE_MODULE(once, once, "Dice.", once_methods, once_exec, ONCE, GIL_USED)
