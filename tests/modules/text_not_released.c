/* Isolated, but each call of `draw` leaks a reference to a string: memory that nothing
 * frees, which keeps neither type nor module alive. */
#include "module.h"

static PyObject *
draw(PyObject *module, PyObject *unused)
{
    (void)module;
    (void)unused;
    PyObject *line = PyUnicode_FromFormat("line %d", 100);
    if (line == NULL) {
        return NULL;
    }
    Py_RETURN_NONE;
}

static PyMethodDef methods[] = {
    {"draw", draw, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static PyModuleDef_Slot slots[] = {OWN_GIL NO_GIL{0, NULL}};

static struct PyModuleDef definition = {
    .m_base = PyModuleDef_HEAD_INIT,
    .m_name = "text_not_released",
    .m_methods = methods,
    .m_slots = slots,
};

PyMODINIT_FUNC
PyInit_text_not_released(void)
{
    return PyModuleDef_Init(&definition);
}
