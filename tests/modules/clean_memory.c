/* Takes memory from malloc and gives it back: through realloc and strdup, freed with
 * the module; one name is made once for the process, one anew with every call. */
#include "module.h"

#include <stdlib.h>
#include <string.h>

struct state {
    char *name;
    long *numbers;
};

/* The same for all, and never changed again. */
static const char *shared_name;

static int
execute(PyObject *module)
{
    struct state *state = PyModule_GetState(module);
    if (shared_name == NULL) {
        shared_name = strdup("the process");
    }
    state->name = strdup("a name");
    state->numbers = malloc(10 * sizeof(long));
    long *more = state->numbers != NULL
                     ? realloc(state->numbers, 10000 * sizeof(long))
                     : NULL;
    if (more != NULL) {
        state->numbers = more;
    }
    if (state->name == NULL || more == NULL) {
        PyErr_NoMemory();
        return -1;
    }
    return 0;
}

static void
free_module(void *module)
{
    struct state *state = PyModule_GetState(module);
    free(state->name);
    free(state->numbers);
}

static PyObject *
turn(PyObject *module, PyObject *unused)
{
    struct state *state = PyModule_GetState(module);
    (void)unused;
    char *name = strdup("another name");
    if (name == NULL) {
        return PyErr_NoMemory();
    }
    /* One of the threads that turn at once frees the old one. */
    free(__atomic_exchange_n(&state->name, name, __ATOMIC_ACQ_REL));
    return PyUnicode_FromString("another name");
}

static PyMethodDef methods[] = {
    {"turn", turn, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static PyModuleDef_Slot slots[] = {{Py_mod_exec, (void *)execute}, OWN_GIL NO_GIL{0, NULL}};

static struct PyModuleDef definition = {
    .m_base = PyModuleDef_HEAD_INIT,
    .m_name = "clean_memory",
    .m_size = sizeof(struct state),
    .m_methods = methods,
    .m_slots = slots,
    .m_free = free_module,
};

PyMODINIT_FUNC
PyInit_clean_memory(void)
{
    return PyModuleDef_Init(&definition);
}
