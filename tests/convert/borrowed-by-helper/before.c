/* Functions of the module return what others own, and one what it was given. */
#include <Python.h>

static struct {
    int n;
    PyObject *value;
} box;
static PyObject *slots[2];
static PyObject *latest;

static PyObject *
first(PyObject *list)
{
    return PyList_GET_SIZE(list) > 0 ? PyList_GET_ITEM(list, 0) : NULL;
}

static PyObject *
checked(PyObject *object)
{
    if (object == Py_None) {
        return NULL;
    }
    return object;
}

static PyObject *
spam_box(PyObject *Py_UNUSED(module), PyObject *list)
{
    PyObject *value = first(list);
    if (value == NULL) {
        Py_RETURN_NONE;
    }
    box.value = value;
    box.n++;
    return PyLong_FromLong(box.n);
}

static PyObject *
spam_slot(PyObject *Py_UNUSED(module), PyObject *list)
{
    slots[1] = first(list);
    return PyBool_FromLong(slots[1] != NULL);
}

static PyObject *
spam_latest(PyObject *Py_UNUSED(module), PyObject *list)
{
    latest = checked(PyList_GET_ITEM(list, 0));
    return PyBool_FromLong(latest != NULL);
}

static PyMethodDef methods[] = {
    {"box", spam_box, METH_O, NULL},
    {"slot", spam_slot, METH_O, NULL},
    {"latest", spam_latest, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef spam = {
    PyModuleDef_HEAD_INIT, "spam", NULL, -1, methods, NULL, NULL, NULL, NULL,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModule_Create(&spam);
}
