/* A struct sequence whose type is static. */
#include "module.h"

#include <structseq.h>

static PyStructSequence_Field fields[] = {{"left", NULL}, {"right", NULL}, {NULL, NULL}};
static PyStructSequence_Desc description = {"static_sequence.Pair", NULL, fields, 2};
static PyTypeObject pair_type;

static PyObject *
pair(PyObject *module, PyObject *unused)
{
    (void)module;
    (void)unused;
    PyObject *made = PyStructSequence_New(&pair_type);
    if (made != NULL) {
        PyStructSequence_SetItem(made, 0, PyLong_FromLong(1));
        PyStructSequence_SetItem(made, 1, PyLong_FromLong(2));
    }
    return made;
}

static PyMethodDef methods[] = {
    {"pair", pair, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static int
execute(PyObject *module)
{
    if (pair_type.tp_name == NULL
        && PyStructSequence_InitType2(&pair_type, &description) != 0)
    {
        return -1;
    }
    return add_reference(module, "Pair", (PyObject *)&pair_type);
}

MODULE(static_sequence, execute, methods, OWN_GIL)
