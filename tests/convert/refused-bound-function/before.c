/* A function is made in a helper that does not get the module, and may run at any time. */
#include <Python.h>

static PyObject *callback;
static PyObject *registry;
static int alive;

static PyObject *
on_death(PyObject *self, PyObject *ref)
{
    PyObject *number = PyLong_FromLong(--alive);
    if (number == NULL || PyList_Append(registry, number) < 0) {
        Py_XDECREF(number);
        return NULL;
    }
    Py_DECREF(number);
    Py_RETURN_NONE;
}

static PyMethodDef on_death_def = {"on_death", on_death, METH_O, NULL};

static PyObject *
watched(PyObject *object)
{
    PyObject *ref;
    if (callback == NULL) {
        callback = PyCFunction_New(&on_death_def, NULL);
        if (callback == NULL) {
            return NULL;
        }
    }
    ref = PyWeakref_NewRef(object, callback);
    if (ref != NULL) {
        alive++;
    }
    return ref;
}

static PyObject *
deaths(PyObject *Py_UNUSED(self), PyObject *Py_UNUSED(ignored))
{
    return PyList_AsTuple(registry);
}

static PyObject *
watch(PyObject *self, PyObject *object)
{
    return watched(object);
}

static PyMethodDef methods[] = {
    {"watch", watch, METH_O, NULL},
    {"deaths", deaths, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "spam",
    .m_size = -1,
    .m_methods = methods,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    PyObject *module = PyModule_Create(&spam_module);
    if (module == NULL) {
        return NULL;
    }
    registry = PyList_New(0);
    if (registry == NULL) {
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
