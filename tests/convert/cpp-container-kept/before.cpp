// A container of objects stays, and what else moves goes with a module that is loaded once.
#include <Python.h>
#include <map>
#include <string>

static PyObject *Error;
static std::map<std::string, PyObject *> codecs;
static int depth;

static PyObject *
add(PyObject *self, PyObject *args)
{
    const char *name;
    PyObject *function;
    if (!PyArg_ParseTuple(args, "sO", &name, &function))
        return NULL;
    if (!PyCallable_Check(function)) {
        PyErr_SetString(Error, "not callable");
        return NULL;
    }
    if (codecs.count(name) == 0) {
        Py_INCREF(function);
        codecs[name] = function;
    }
    Py_RETURN_NONE;
}

static PyObject *
encode(PyObject *self, PyObject *args)
{
    const char *name;
    PyObject *value, *result;
    if (!PyArg_ParseTuple(args, "sO", &name, &value))
        return NULL;
    auto found = codecs.find(name);
    if (found == codecs.end() || depth > 9) {
        PyErr_Format(Error, "no codec %s", name);
        return NULL;
    }
    depth++;
    result = PyObject_CallFunctionObjArgs(found->second, value, NULL);
    depth--;
    return result;
}

static PyMethodDef methods[] = {
    {"add", add, METH_VARARGS, NULL},
    {"encode", encode, METH_VARARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT, "spam", NULL, -1, methods, NULL, NULL, NULL, NULL,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    PyObject *m = PyModule_Create(&definition);
    if (m == NULL)
        return NULL;
    Error = PyErr_NewException("spam.Error", PyExc_LookupError, NULL);
    if (Error == NULL || PyModule_AddObjectRef(m, "Error", Error) < 0) {
        Py_DECREF(m);
        return NULL;
    }
    return m;
}
