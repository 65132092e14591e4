/* Headers with code, without includes of their own: each stage writes what all at once
 * does, where it does, and by the same names. */
#include <Python.h>
#include <structmember.h>

static PyObject *registry;

#include "box.h"
#include "view.h"

static PyObject *
spam_seen(PyObject *module, PyObject *arg)
{
    if (PyList_Append(registry, arg) < 0) {
        return NULL;
    }
    Py_RETURN_NONE;
}

static PyMethodDef methods[] = {
    {"seen", spam_seen, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static void
spam_free(PyObject *module)
{
    PySys_WriteStderr("");
}

static struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "spam",
    .m_size = -1,
    .m_methods = methods,
    .m_free = (freefunc)spam_free,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    PyObject *module;

    if (box_init() < 0 || view_init() < 0) {
        return NULL;
    }
    registry = PyList_New(0);
    if (registry == NULL) {
        return NULL;
    }
    module = PyModule_Create(&spam_module);
    if (module == NULL) {
        Py_CLEAR(registry);
        return NULL;
    }
    return module;
}
