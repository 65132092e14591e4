#include <Python.h>

static PyObject *fallback, *last, *counted, *replaced;

/* Who owns the object depends on the way: the text behind the branch cannot tell. */
static PyObject *
choose(PyObject *module, PyObject *object)
{
    PyObject *text;
    if (object == Py_None) {
        text = fallback;
    }
    else {
        text = PyObject_Str(object);
    }
    if (text == NULL) {
        return NULL;
    }
    last = text;
    Py_RETURN_NONE;
}

/* Each way has a reference of its own. */
static PyObject *
count(PyObject *module, PyObject *object)
{
    PyObject *text;
    if (object == Py_None) {
        text = fallback;
        Py_INCREF(text);
    }
    else {
        text = PyObject_Str(object);
    }
    if (text == NULL) {
        return NULL;
    }
    Py_XSETREF(counted, text);
    Py_RETURN_NONE;
}

/* What was borrowed first is not what is stored. */
static PyObject *
replace(PyObject *module, PyObject *object)
{
    PyObject *text = fallback;
    if (text == object) {
        text = Py_None;
        return Py_NewRef(text);
    }
    text = PyObject_Str(object);
    if (text == NULL) {
        return NULL;
    }
    Py_XSETREF(replaced, text);
    Py_RETURN_NONE;
}

static PyMethodDef spam_methods[] = {
    {"choose", choose, METH_O, NULL},
    {"count", count, METH_O, NULL},
    {"replace", replace, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef spammodule = {
    PyModuleDef_HEAD_INIT,
    .m_name = "spam",
    .m_size = -1,
    .m_methods = spam_methods,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    PyObject *m = PyModule_Create(&spammodule);
    if (m == NULL) {
        return NULL;
    }
    fallback = PyUnicode_FromString("fall back");
    if (fallback == NULL) {
        Py_DECREF(m);
        return NULL;
    }
    return m;
}
