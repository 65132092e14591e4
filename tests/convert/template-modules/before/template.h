/* What the modules have in common. */
#include <Python.h>

static PyObject *last;

static PyObject *
remember(PyObject *module, PyObject *object)
{
    PyObject *old = last;
    Py_INCREF(object);
    last = object;
    if (old == NULL) {
        Py_RETURN_NONE;
    }
    return old;
}

static PyMethodDef template_methods[] = {
    {"remember", remember, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef template_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = NAME,
    .m_size = -1,
    .m_methods = template_methods,
};

PyMODINIT_FUNC
INIT(void)
{
    return PyModule_Create(&template_module);
}
