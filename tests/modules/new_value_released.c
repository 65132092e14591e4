/* Uses what PyObject_Bytes returned after its release: fine for bytes, which their owner
 * keeps, and freed memory where the argument makes a new object. */
#include "module.h"

static PyObject *
measure(PyObject *module, PyObject *argument)
{
    (void)module;
    PyObject *bytes = PyObject_Bytes(argument);
    if (bytes == NULL) {
        return NULL;
    }
    Py_DECREF(bytes);
    Py_ssize_t size = PyBytes_Size(bytes);
    return size >= 0 ? PyLong_FromSsize_t(size) : NULL;
}

static PyMethodDef methods[] = {
    {"measure", measure, METH_O, "measure(data)"},
    {NULL, NULL, 0, NULL},
};

static int
execute(PyObject *module)
{
    (void)module;
    return 0;
}

MODULE(new_value_released, execute, methods, OWN_GIL)
