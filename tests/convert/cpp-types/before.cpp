#include <Python.h>

#include <cmath>

namespace {

struct Vector {
    PyObject_HEAD
    double *items;
    Py_ssize_t size;
};

extern "C" PyObject *vector_norm(PyObject *self, PyObject *);

// Raised for vectors without items.
PyObject *EmptyError = nullptr;

PyObject *names[2];
long n_norms = 0;

}

static void vector_dealloc(PyObject *self)
{
    delete[] reinterpret_cast<Vector *>(self)->items;
    Py_TYPE(self)->tp_free(self);
}

static int vector_init(PyObject *self, PyObject *args, PyObject *)
{
    Py_ssize_t size;
    if (!PyArg_ParseTuple(args, "n", &size)) {
        return -1;
    }
    if (size <= 0) {
        PyErr_SetString(EmptyError, "no items");
        return -1;
    }
    auto vector = reinterpret_cast<Vector *>(self);
    delete[] vector->items;
    vector->items = new double[size];
    vector->size = size;
    for (Py_ssize_t i = 0; i < size; i++) {
        vector->items[i] = 1.0;
    }
    return 0;
}

static PyMethodDef vector_methods[] = {
    {"norm", vector_norm, METH_NOARGS, nullptr},
    {nullptr, nullptr, 0, nullptr},
};

static PyTypeObject Vector_Type = {
    PyVarObject_HEAD_INIT(nullptr, 0)
    "spam.Vector",
    sizeof(Vector),
    0,
    vector_dealloc,
    0, nullptr, nullptr, nullptr, nullptr,
    nullptr, nullptr, nullptr, nullptr, nullptr,
    nullptr, nullptr, nullptr, nullptr,
    Py_TPFLAGS_DEFAULT,
    "A vector.",
    nullptr, nullptr, nullptr, 0,
    nullptr, nullptr,
    vector_methods,
    nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, 0,
    vector_init,
    nullptr,
    PyType_GenericNew,
};

extern "C" PyObject *vector_norm(PyObject *self, PyObject *)
{
    auto vector = reinterpret_cast<Vector *>(self);
    double sum = 0.0;
    if (!PyObject_TypeCheck(self, &Vector_Type)) {
        PyErr_BadInternalCall();
        return nullptr;
    }
    for (Py_ssize_t i = 0; i < vector->size; i++) {
        sum += vector->items[i] * vector->items[i];
    }
    n_norms++;
    return Py_BuildValue("{OdOl}", names[0], std::sqrt(sum), names[1], n_norms);
}

static PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT,
    "spam",
    "Vectors.",
    -1,
};

PyMODINIT_FUNC PyInit_spam()
{
    PyObject *m = PyModule_Create(&spam_module);
    if (m == nullptr) {
        return nullptr;
    }
    names[0] = PyUnicode_InternFromString("norm");
    names[1] = PyUnicode_InternFromString("count");
    EmptyError = PyErr_NewException("spam.EmptyError", nullptr, nullptr);
    if (names[0] == nullptr || names[1] == nullptr || EmptyError == nullptr
        || PyType_Ready(&Vector_Type) < 0) {
        Py_DECREF(m);
        return nullptr;
    }
    Py_INCREF(&Vector_Type);
    if (PyModule_AddObject(m, "Vector", reinterpret_cast<PyObject *>(&Vector_Type)) < 0) {
        Py_DECREF(&Vector_Type);
        Py_DECREF(m);
        return nullptr;
    }
    return m;
}
