#include "../module.h"

static PyObject *
sets_null(PyObject *module, PyObject *arg)
{
    (void)module;
    PyObject *text = PyObject_Str(arg), *list = NULL;
    if (text == NULL) {
        goto error;
    }
    list = PyList_New(1);
    if (list == NULL) {
        goto error;
    }
    PyList_SET_ITEM(list, 0, text);
    text = NULL;
    if (PyList_Append(list, arg) < 0) {
        goto error;
    }
    return list;
error:
    Py_XDECREF(text);
    Py_XDECREF(list);
    return NULL;
}

static PyObject *
takes_one_more(PyObject *module, PyObject *arg)
{
    (void)module;
    PyObject *text = PyObject_Str(arg), *list = PyList_New(1);
    if (text == NULL || list == NULL) {
        Py_XDECREF(text);
        Py_XDECREF(list);
        return NULL;
    }
    Py_INCREF(text);
    PyList_SET_ITEM(list, 0, text);
    int is_error = PyList_Append(list, text) < 0;
    Py_DECREF(text);
    if (is_error) {
        Py_CLEAR(list);
    }
    return list;
}

/* Made again in each round. */
static PyObject *
in_a_loop(PyObject *module, PyObject *arg)
{
    (void)module;
    for (int i = 0; i < 3; i++) {
        PyObject *text = PyObject_Str(arg);
        if (text == NULL) {
            return NULL;
        }
        Py_DECREF(text);
        text = PyObject_Repr(arg);
        if (text == NULL) {
            return NULL;
        }
        Py_CLEAR(text);
        Py_CLEAR(text);
    }
    Py_RETURN_NONE;
}

static int
spam_exec(PyObject *module)
{
    PyObject *error = PyErr_NewException("spam.Error", NULL, NULL);
    int result = PyModule_AddObjectRef(module, "Error", error);
    Py_XDECREF(error);
    if (result < 0) {
        return -1;
    }
    PyObject *version = PyUnicode_FromString("1.0");
    if (version == NULL) {
        return -1;
    }
    Py_INCREF(version);
    if (PyModule_AddObject(module, "version", version) < 0) {
        Py_DECREF(version);
        Py_DECREF(version);
        return -1;
    }
    Py_DECREF(version);
    return 0;
}

static PyMethodDef methods[] = {
    {"sets_null", sets_null, METH_O, NULL},
    {"takes_one_more", takes_one_more, METH_O, NULL},
    {"in_a_loop", in_a_loop, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};
static PyModuleDef_Slot slots[] = {
    {Py_mod_exec, spam_exec},
    INTERPRETERS_SLOT
    {0, NULL},
};
struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT, .m_name = "spam", .m_methods = methods, .m_slots = slots,
};

/* The arguments of a call are lent to it. */
PyObject *
call_with(PyObject *callable, PyObject *object)
{
    PyObject *arguments[3] = {NULL, object, PyObject_Str(object)};
    if (arguments[2] == NULL) {
        return NULL;
    }
    PyObject *result = PyObject_Vectorcall(callable, arguments + 1,
                                           2 | PY_VECTORCALL_ARGUMENTS_OFFSET, NULL);
    Py_DECREF(arguments[2]);
    return result;
}

/* The inner switch has the cases that lead to it. */
PyObject *
name_all(const int *kinds, int n)
{
    PyObject *names = PyList_New(0), *pair, *value;
    for (int i = 0; names != NULL && i < n; i++) {
        int kind = kinds[i];
        if ((pair = PyTuple_New(1)) == NULL) {
            break;
        }
        switch (kind) {
        case 0:
            if ((value = PyTuple_New(0)) == NULL) {
                Py_DECREF(pair);
                continue;
            }
            PyTuple_SET_ITEM(pair, 0, value);
            break;
        case 1:
        case 2:
            switch (kind) {
            case 1:
                value = PyUnicode_FromString("one");
                break;
            case 2:
                value = PyUnicode_FromString("two");
                break;
            }
            if (value == NULL) {
                Py_DECREF(pair);
                continue;
            }
            PyTuple_SET_ITEM(pair, 0, value);
            break;
        }
        int failed = PyList_Append(names, pair);
        Py_DECREF(pair);
        if (failed < 0) {
            break;
        }
    }
    return names;
}

/* It takes what it is given over where it makes an object, of whom is not known which it is. */
typedef struct {
    PyObject_HEAD
    PyObject *start, *stop;
} SpanObject;

static void
span_dealloc(SpanObject *self)
{
    Py_XDECREF(self->start);
    Py_XDECREF(self->stop);
    PyObject_Free(self);
}

extern PyObject *take_free(PyTypeObject *type);

static SpanObject *
make_span(PyTypeObject *type, PyObject *start, PyObject *stop)
{
    SpanObject *span = (SpanObject *)take_free(type);
    if (span == NULL) {
        span = PyObject_New(SpanObject, type);
        if (span == NULL) {
            return NULL;
        }
    }
    span->start = start;
    span->stop = stop;
    return span;
}

PyObject *
span_of(PyTypeObject *type, long start, long stop)
{
    PyObject *result, *from = PyLong_FromLong(start), *to = PyLong_FromLong(stop);
    if (from == NULL || to == NULL) {
        goto error;
    }
    result = (PyObject *)make_span(type, from, to);
    if (result == NULL) {
        goto error;
    }
    return result;
error:
    Py_XDECREF(from);
    Py_XDECREF(to);
    return NULL;
}

PyType_Slot span_slots[] = {{Py_tp_dealloc, span_dealloc}, {0, NULL}};
