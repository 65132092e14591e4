/* Functions that call each other, and nobody else but the initialisation. */
#include <Python.h>

static PyTypeObject Sizes;

static PyStructSequence_Field fields[] = {{"size", "how much"}, {NULL, NULL}};
static PyStructSequence_Desc sizes_desc = {"spam.sizes", "Sizes.", fields, 1};

static int add_levels(PyObject *module, int level);

static int
add_level(PyObject *module, int level)
{
    char name[] = "level0";
    name[5] = (char)('0' + level);
    if (level == 0 && PyStructSequence_InitType2(&Sizes, &sizes_desc) < 0) {
        return -1;
    }
    if (PyModule_AddIntConstant(module, name, level) < 0) {
        return -1;
    }
    return add_levels(module, level + 1);
}

static int
add_levels(PyObject *module, int level)
{
    return level < 3 ? add_level(module, level) : 0;
}

static PyObject *
sizes(PyObject *self, PyObject *Py_UNUSED(unused))
{
    return PyStructSequence_New(&Sizes);
}

static PyMethodDef methods[] = {
    {"sizes", sizes, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT, .m_name = "spam", .m_size = -1, .m_methods = methods,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    PyObject *module = PyModule_Create(&spam_module);
    if (module == NULL || add_levels(module, 0) < 0) {
        Py_XDECREF(module);
        return NULL;
    }
    return module;
}
