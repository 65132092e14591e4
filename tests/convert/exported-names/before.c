/* A function and a type that other libraries can use: they are told. */
#include <Python.h>

static PyObject *hooks;

typedef struct {
    PyObject_HEAD
    long weight;
} EggObject;

PyAPI_DATA(PyTypeObject) Egg_Type;
PyAPI_FUNC(int) spam_register(PyObject *callable);
__attribute__((visibility("hidden"))) int spam_count(void);

PyTypeObject Egg_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "spam.Egg",
    .tp_basicsize = sizeof(EggObject),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_new = PyType_GenericNew,
};

int
spam_register(PyObject *callable)
{
    if (hooks == NULL) {
        hooks = PyList_New(0);
        if (hooks == NULL) {
            return -1;
        }
    }
    return PyList_Append(hooks, callable);
}

int
spam_count(void)
{
    return hooks != NULL ? (int)PyList_GET_SIZE(hooks) : 0;
}

static PyObject *
add(PyObject *self, PyObject *callable)
{
    if (spam_register(callable) < 0) {
        return NULL;
    }
    return PyLong_FromLong(spam_count());
}

static PyMethodDef methods[] = {
    {"add", add, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT, "spam", NULL, -1, methods,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    PyObject *m = PyModule_Create(&spam_module);
    if (m == NULL) {
        return NULL;
    }
    if (PyModule_AddType(m, &Egg_Type) < 0) {
        Py_DECREF(m);
        return NULL;
    }
    return m;
}
