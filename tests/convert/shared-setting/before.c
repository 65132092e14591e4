/* A setting that a macro reads for another system's code, too: it stays, and is atomic. */
#include <Python.h>

#include <stdio.h>

static PyObject *SpamError;

/* Messages are printed when this is set. */
static int spam_debug = 0;

#define debug(...) do { \
    if (!spam_debug) \
        break; \
    fprintf(stderr, __VA_ARGS__);} while(0)

#ifdef SPAM_OTHER_SYSTEM
int
spam_query(void)
{
    debug("asked\n");
    return 0;
}
#endif

static PyObject *
spam_fail(PyObject *self, PyObject *arg)
{
    debug("failing\n");
    PyErr_SetObject(SpamError, arg);
    return NULL;
}

static PyObject *
spam_set_debug(PyObject *self, PyObject *arg)
{
    int is_true = PyObject_IsTrue(arg);
    if (is_true < 0) {
        return NULL;
    }
    else if (is_true == 0) {
        spam_debug = 0;
    }
    else {
        spam_debug = 1;
    }
    Py_RETURN_NONE;
}

static PyMethodDef methods[] = {
    {"fail", spam_fail, METH_O, NULL},
    {"set_debug", spam_set_debug, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT, .m_name = "spam", .m_size = -1, .m_methods = methods,
};

static void
spam_setup(void)
{
    if (getenv("SPAM_DEBUG") != NULL) {
        spam_debug = 1;
    }
}

PyMODINIT_FUNC
PyInit_spam(void)
{
    PyObject *m = PyModule_Create(&spam_module);
    if (m == NULL) {
        return NULL;
    }
    spam_setup();
    SpamError = PyErr_NewException("spam.Error", NULL, NULL);
    if (SpamError == NULL) {
        Py_DECREF(m);
        return NULL;
    }
    return m;
}
