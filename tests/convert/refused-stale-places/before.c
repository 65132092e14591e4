/* What is handed on at run time keeps its pointer. */
#include <Python.h>

static PyObject *stack[8], *queue[8];
static int top, first, last;

static PyObject *
spam_push(PyObject *self, PyObject *object)
{
    if (top == 8) {
        PyErr_SetString(PyExc_OverflowError, "the stack is full");
        return NULL;
    }
    Py_INCREF(object);
    stack[top++] = object;
    Py_RETURN_NONE;
}

static PyObject *
spam_pop(PyObject *self, PyObject *unused)
{
    if (top == 0) {
        Py_RETURN_NONE;
    }
    return stack[--top];
}

static PyObject *
spam_put(PyObject *self, PyObject *object)
{
    Py_INCREF(object);
    queue[last++ % 8] = object;
    Py_RETURN_NONE;
}

static PyObject *
next_in_queue(void)
{
    PyObject *object = queue[first++ % 8];
    return object;
}

static PyObject *
spam_get(PyObject *self, PyObject *unused)
{
    if (first == last) {
        Py_RETURN_NONE;
    }
    return next_in_queue();
}

static PyObject *
spam_flush(PyObject *self, PyObject *unused)
{
    while (first < last) {
        Py_DECREF(queue[first++ % 8]);
    }
    Py_RETURN_NONE;
}

static PyObject *logger;

/* Each holder counts the same object: none of these references is the variable's own. */
static PyObject *
spam_hold(PyObject *self, PyObject *unused)
{
    if (logger == NULL && (logger = PyList_New(0)) == NULL) {
        return NULL;
    }
    Py_INCREF(logger);
    Py_RETURN_NONE;
}

static PyObject *
spam_release(PyObject *self, PyObject *unused)
{
    Py_DECREF(logger);
    Py_RETURN_NONE;
}

#define DROP(object) (Py_DECREF(object), top = 0)

static PyObject *
spam_drop(PyObject *self, PyObject *unused)
{
    if (top == 1)
        DROP(stack[0]);
    else if (top == 2)
        Py_DecRef(stack[1]), top = 1;
    Py_RETURN_NONE;
}

#define FORGET(object) do { Py_DECREF(object); (object) = NULL; } while (0)

static PyObject *
spam_forget(PyObject *self, PyObject *unused)
{
    FORGET(stack[7]);
    Py_CLEAR(stack[6]);
    Py_XSETREF(stack[5], NULL);
    Py_RETURN_NONE;
}

/* Sets it to NULL. */
static PyObject *
spam_take(PyObject *self, PyObject *unused)
{
    PyObject *object = stack[0];
    if (object == NULL) {
        Py_RETURN_NONE;
    }
    stack[0] = NULL;
    return object;
}

static PyMethodDef methods[] = {
    {"push", spam_push, METH_O, NULL},
    {"pop", spam_pop, METH_NOARGS, NULL},
    {"put", spam_put, METH_O, NULL},
    {"get", spam_get, METH_NOARGS, NULL},
    {"flush", spam_flush, METH_NOARGS, NULL},
    {"take", spam_take, METH_NOARGS, NULL},
    {"hold", spam_hold, METH_NOARGS, NULL},
    {"release", spam_release, METH_NOARGS, NULL},
    {"drop", spam_drop, METH_NOARGS, NULL},
    {"forget", spam_forget, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT, .m_name = "spam", .m_size = -1, .m_methods = methods,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModule_Create(&definition);
}
