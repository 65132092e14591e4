/* Written through a pointer to it, and by a function that is handed its address. */
#include "../module.h"

static PyObject *by_parser;  // want: state-static-object
static PyObject *by_helper;  // want: state-static-object
static PyObject *by_alias;   // want: state-static-object
static PyObject *cleared;    // want: state-static-object

static void
fill(PyObject **target)
{
    *target = PyLong_FromLong(1);
}

PyObject *
use(PyObject *self, PyObject *args)
{
    PyObject **alias = &by_alias;
    if (!PyArg_ParseTuple(args, "O", &by_parser)) {
        return NULL;
    }
    fill(&by_helper);
    *alias = self;
    Py_CLEAR(cleared);
    return Py_NewRef(by_parser != by_helper ? by_alias : cleared);
}
