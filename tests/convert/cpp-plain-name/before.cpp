/* The name of a type, without a dot, behind a cast. */
#include <Python.h>

struct Egg {
    PyObject_HEAD
    long weight;
};

static PyTypeObject Egg_Type = {
    PyVarObject_HEAD_INIT(nullptr, 0)
    (char *)"egg",
    sizeof(Egg),
};

static PyObject *
spam_egg(PyObject *, PyObject *)
{
    Egg *egg = PyObject_New(Egg, &Egg_Type);
    if (egg != nullptr) {
        egg->weight = 1;
    }
    return (PyObject *)egg;
}

static PyMethodDef spam_methods[] = {
    {"egg", spam_egg, METH_NOARGS, nullptr},
    {nullptr, nullptr, 0, nullptr},
};

static PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT, "spam", nullptr, -1, spam_methods,
    nullptr, nullptr, nullptr, nullptr,
};

PyMODINIT_FUNC PyInit_spam()
{
    PyObject *module = PyModule_Create(&spam_module);
    if (!module) {
        return nullptr;
    }
    if (PyType_Ready(&Egg_Type) < 0) {
        Py_DECREF(module);
        return nullptr;
    }
    return module;
}
