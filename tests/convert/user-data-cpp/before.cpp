// User data of a library in C++: a reinterpret_cast in a member's initialiser, and a thread
// state that a callback takes itself.
#include <Python.h>

#include <cstdlib>

static PyObject *FeedError;

typedef struct {
    PyObject_HEAD
    long sign;
} FeedObject;

extern PyTypeObject Feed_Type;

struct Order {
    void *owner;
};

static int
compare(const void *one, const void *two, void *data)
{
    Order *order = static_cast<Order *>(data);
    FeedObject *self = reinterpret_cast<FeedObject *>(order->owner);
    long a = *static_cast<const long *>(one), b = *static_cast<const long *>(two);
    PyGILState_STATE held = PyGILState_Ensure();
    if (self->sign == 0 && !PyErr_Occurred()) {
        PyErr_SetString(FeedError, "no order");
    }
    PyGILState_Release(held);
    return (int)self->sign * ((a > b) - (a < b));
}

static PyObject *
feed_sorted(PyObject *self, PyObject *args)
{
    long numbers[2];
    Order order = {self};
    if (!PyArg_ParseTuple(args, "ll", &numbers[0], &numbers[1])) {
        return nullptr;
    }
    Py_BEGIN_ALLOW_THREADS
    qsort_r(numbers, 2, sizeof numbers[0], compare, &order);
    Py_END_ALLOW_THREADS
    if (PyErr_Occurred()) {
        return nullptr;
    }
    return Py_BuildValue("ll", numbers[0], numbers[1]);
}

static int
feed_init(PyObject *self, PyObject *args, PyObject *)
{
    return PyArg_ParseTuple(args, "l", &((FeedObject *)self)->sign) ? 0 : -1;
}

static PyMethodDef feed_methods[] = {
    {"sorted", feed_sorted, METH_VARARGS, nullptr},
    {nullptr, nullptr, 0, nullptr},
};

PyTypeObject Feed_Type = {
    PyVarObject_HEAD_INIT(nullptr, 0)
    "spam.Feed",
    sizeof(FeedObject),
};

static struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT,
    "spam",
    nullptr,
    -1,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    Feed_Type.tp_flags = Py_TPFLAGS_DEFAULT;
    Feed_Type.tp_methods = feed_methods;
    Feed_Type.tp_init = feed_init;
    Feed_Type.tp_new = PyType_GenericNew;
    PyObject *m = PyModule_Create(&spam_module);
    if (m == nullptr) {
        return nullptr;
    }
    FeedError = PyErr_NewException("spam.FeedError", nullptr, nullptr);
    if (FeedError == nullptr || PyType_Ready(&Feed_Type) < 0) {
        Py_DECREF(m);
        return nullptr;
    }
    Py_INCREF(&Feed_Type);
    if (PyModule_AddObject(m, "Feed", (PyObject *)&Feed_Type) < 0) {
        Py_DECREF(&Feed_Type);
        Py_DECREF(m);
        return nullptr;
    }
    return m;
}
