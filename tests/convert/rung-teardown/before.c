#include <Python.h>

/* 'thrown' is needed when a Door is freed, which may be after its module: it stays, and all
 * else moves. */
typedef struct {
    PyObject_HEAD
    int number;
} Door;

static PyObject *names;
static PyObject *thrown;
static int limit = 3;

static void
door_dealloc(PyObject *self)
{
    Door *door = (Door *)self;
    if (door->number > 0 && PyErr_Occurred() == thrown) {
        door->number = 0;
    }
    PyObject_Free(self);
}

static PyTypeObject Door_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "spam.Door",
    .tp_basicsize = sizeof(Door),
    .tp_dealloc = door_dealloc,
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
    .tp_new = PyType_GenericNew,
};

static PyObject *
add_name(PyObject *module, PyObject *name)
{
    if (PyList_GET_SIZE(names) >= limit) {
        PyErr_SetString(thrown, "too many names");
        return NULL;
    }
    if (PyList_Append(names, name) < 0) {
        return NULL;
    }
    Py_RETURN_NONE;
}

static PyObject *
set_limit(PyObject *module, PyObject *value)
{
    limit = (int)PyLong_AsLong(value);
    if (limit == -1 && PyErr_Occurred()) {
        return NULL;
    }
    Py_RETURN_NONE;
}

static PyObject *
set_thrown(PyObject *module, PyObject *value)
{
    Py_INCREF(value);
    Py_XSETREF(thrown, value);
    Py_RETURN_NONE;
}

static PyMethodDef spam_methods[] = {
    {"set_thrown", set_thrown, METH_O, NULL},
    {"add_name", add_name, METH_O, NULL},
    {"set_limit", set_limit, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT, .m_name = "spam", .m_size = -1, .m_methods = spam_methods,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    PyObject *module = PyModule_Create(&spam_module);
    if (module == NULL) {
        return NULL;
    }
    names = PyList_New(0);
    thrown = PyErr_NewException("spam.Thrown", NULL, NULL);
    if (names == NULL || thrown == NULL || PyType_Ready(&Door_Type) < 0
        || PyModule_AddObjectRef(module, "Door", (PyObject *)&Door_Type) < 0)
    {
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
