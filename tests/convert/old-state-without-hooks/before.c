/* Nothing ever released what the state of the module held: each module object would lose it. */
#include <Python.h>

struct spam_state {
    PyObject *normalize;
    long n_calls;
};

#define GETSTATE(m) ((struct spam_state *)PyModule_GetState(m))

static PyObject *
call(PyObject *self, PyObject *text)
{
    GETSTATE(self)->n_calls++;
    return PyObject_CallFunction(GETSTATE(self)->normalize, "sO", "NFC", text);
}

static PyMethodDef spam_methods[] = {
    {"call", call, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef moduledef = {
    PyModuleDef_HEAD_INIT,
    "spam",
    NULL,
    sizeof(struct spam_state),
    spam_methods,
    NULL,
    NULL,
    NULL,
    NULL,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    PyObject *module = PyModule_Create(&moduledef);
    if (module == NULL) {
        return NULL;
    }
    PyObject *unicodedata = PyImport_ImportModule("unicodedata");
    if (unicodedata == NULL) {
        Py_DECREF(module);
        return NULL;
    }
    GETSTATE(module)->normalize = PyObject_GetAttrString(unicodedata, "normalize");
    Py_DECREF(unicodedata);
    if (GETSTATE(module)->normalize == NULL) {
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
