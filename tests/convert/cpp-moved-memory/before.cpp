/* References of C++ lead to the struct that holds the objects of the module, and to one of them:
 * what is stored by them gets its reference. */
#include <Python.h>

struct Globals {
    PyObject *value;
    PyTypeObject *type;
    PyObject *log;
    int changes;
};

static Globals all;
extern PyTypeObject Spam_type;

static Globals &
globals()
{
    return all;
}

static PyObject *
set(PyObject *, PyObject *value)
{
    Globals &g = all;
    g.changes++;
    Py_INCREF(value);
    Py_XSETREF(g.value, value);
    return PyLong_FromLong(globals().changes);
}

static void
fill_type(Globals &g)
{
    g.type = &Spam_type;
}

static int
fill()
{
    PyObject *&value = all.value;
    value = Py_None;
    fill_type(all);
    all.log = PyList_New(0);
    return all.log != nullptr ? 0 : -1;
}

static PyObject *
look(PyObject *, PyObject *)
{
    return Py_BuildValue("OOOi", all.value, all.type, all.log, all.changes);
}

static PyMethodDef methods[] = {
    {"look", look, METH_NOARGS, nullptr},
    {"set", set, METH_O, nullptr},
    {nullptr, nullptr, 0, nullptr},
};

PyTypeObject Spam_type = {
    PyVarObject_HEAD_INIT(nullptr, 0)
    "spam.Spam",
    sizeof(PyObject),
};

static PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT, "spam", nullptr, -1, methods, nullptr, nullptr, nullptr, nullptr,
};

PyMODINIT_FUNC
PyInit_spam()
{
    Spam_type.tp_flags = Py_TPFLAGS_DEFAULT;
    Spam_type.tp_new = PyType_GenericNew;
    PyObject *m = PyModule_Create(&spam_module);
    if (m == nullptr) {
        return nullptr;
    }
    if (PyModule_AddType(m, &Spam_type) < 0 || fill() < 0) {
        Py_DECREF(m);
        return nullptr;
    }
    return m;
}
