/* A callback of qsort asks a setting of the environment and a table: neither finds the module,
 * and each import would set them to what stands there already.  So they stay. */
#include <Python.h>
#include <stdlib.h>

static int is_descending;
static unsigned char weights[256];
static PyObject *SpamError;

#define DIRECTION (is_descending ? -1 : 1)

static void
fill_weights(void)
{
    for (int i = 0; i < 256; i++) {
        unsigned char weight = (unsigned char)(i ^ (i >> 1));
        weights[i] = weight;
    }
}

static int
compare(const void *one, const void *other)
{
    int a = weights[*(const unsigned char *)one], b = weights[*(const unsigned char *)other];
    return DIRECTION * (a - b);
}

static PyObject *
sorted(PyObject *self, PyObject *bytes)
{
    char *text;
    Py_ssize_t size;
    if (PyBytes_AsStringAndSize(bytes, &text, &size) < 0) {
        return NULL;
    }
    if (size == 0) {
        PyErr_SetString(SpamError, "empty");
        return NULL;
    }
    PyObject *result = PyBytes_FromStringAndSize(text, size);
    if (result != NULL) {
        qsort(PyBytes_AS_STRING(result), (size_t)size, 1, compare);
    }
    return result;
}

static PyMethodDef methods[] = {
    {"sorted", sorted, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT, .m_name = "spam", .m_size = -1, .m_methods = methods,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    PyObject *m;

    if (getenv("SPAM_DESCENDING") != NULL) {
        is_descending = 1;
    }
    fill_weights();
    m = PyModule_Create(&spam_module);
    if (m == NULL) {
        return NULL;
    }
    SpamError = PyErr_NewException("spam.Error", NULL, NULL);
    if (SpamError == NULL) {
        Py_DECREF(m);
        return NULL;
    }
    Py_INCREF(SpamError);
    if (PyModule_AddObject(m, "Error", SpamError) < 0) {
        Py_DECREF(SpamError);
        Py_DECREF(m);
        return NULL;
    }
    return m;
}
