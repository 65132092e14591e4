/* Statics without an initialiser, for which C++ has a constructor that does nothing: a
 * struct with an object, and the type of a struct sequence. */
#include <Python.h>
#include <structseq.h>

struct Config {
    PyObject *last;
    long n;
};

static Config config;
static Config recent[2];

static PyStructSequence_Field info_fields[] = {
    {(char *)"major", nullptr},
    {nullptr, nullptr},
};

static PyStructSequence_Desc info_desc = {
    (char *)"spam.Info",
    nullptr,
    info_fields,
    1,
};

static PyTypeObject InfoType;

static PyObject *remember(PyObject *, PyObject *value)
{
    Py_INCREF(value);
    Py_XSETREF(recent[config.n % 2].last, config.last);
    config.last = value;
    return PyLong_FromLong(++config.n);
}

static PyObject *info(PyObject *, PyObject *)
{
    PyObject *made = PyStructSequence_New(&InfoType);
    if (made == nullptr) {
        return nullptr;
    }
    PyStructSequence_SetItem(made, 0, PyLong_FromLong(config.n));
    return made;
}

static PyMethodDef methods[] = {
    {"remember", remember, METH_O, nullptr},
    {"info", info, METH_NOARGS, nullptr},
    {nullptr, nullptr, 0, nullptr},
};

static PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT, "spam", nullptr, -1, methods, nullptr, nullptr, nullptr, nullptr,
};

PyMODINIT_FUNC PyInit_spam()
{
    if (PyStructSequence_InitType2(&InfoType, &info_desc) < 0) {
        return nullptr;
    }
    PyObject *module = PyModule_Create(&spam_module);
    if (module == nullptr) {
        return nullptr;
    }
    Py_INCREF(&InfoType);
    if (PyModule_AddObject(module, "Info", (PyObject *)&InfoType) < 0) {
        Py_DECREF(&InfoType);
        Py_DECREF(module);
        return nullptr;
    }
    return module;
}
