/* The address of a struct leaves the module in a capsule that a macro makes: the struct stays,
 * with the bytes that it points to.  That a part of them is written tests nothing, so that
 * the exceptions, which are made in questions of the initialisation, move. */
#include <Python.h>

typedef struct {
    unsigned length;
    void *elements;
    int uses;
} Oid;

static unsigned char krb5_bytes[] = {0x2a, 0x86, 0x48};
static Oid krb5 = {3, NULL};

#define PyCObject_FromVoidPtr(address, destructor) PyCapsule_New(address, "spam.oid", destructor)

static PyObject *SpamError;
static PyObject *OtherError;

static PyObject *
first(PyObject *self, PyObject *capsule)
{
    Oid *oid = PyCapsule_GetPointer(capsule, "spam.oid");
    if (oid == NULL) {
        PyErr_SetString(SpamError, "no oid");
        return NULL;
    }
    if (oid->length == 0) {
        PyErr_SetString(OtherError, "empty");
        return NULL;
    }
    krb5.uses++;
    return PyLong_FromLong(((unsigned char *)oid->elements)[0]);
}

static PyMethodDef methods[] = {
    {"first", first, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT, .m_name = "spam", .m_size = -1, .m_methods = methods,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    PyObject *m = PyModule_Create(&spam_module);
    if (m == NULL) {
        return NULL;
    }
    PyObject *dict = PyModule_GetDict(m);
    if (!(SpamError = PyErr_NewException("spam.Error", NULL, NULL))) {
        goto error;
    }
    PyDict_SetItemString(dict, "Error", SpamError);
    OtherError = PyErr_NewException("spam.Other", SpamError, NULL);
    if (OtherError == NULL) {
        goto error;
    }
    PyDict_SetItemString(dict, "Other", OtherError);
    krb5.elements = &krb5_bytes;
    PyDict_SetItemString(dict, "oid", PyCObject_FromVoidPtr(&krb5, NULL));
error:
    if (PyErr_Occurred()) {
        return NULL;
    }
    return m;
}
