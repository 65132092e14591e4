/* Who has a capsule may use its pointer after the module was freed: what is handed to one
 * that has a destructor stays where it is, also through a local, or as an element. */
#include <Python.h>

typedef struct { unsigned length; const void *elements; } oid_desc;

static char bytes[] = "\x2a\x86\x48";
static oid_desc oid = {3, NULL};
static oid_desc several[2];
static oid_desc through_local;
static int moved;

static void
forget(PyObject *capsule)
{
    PyErr_Clear();
}

static PyObject *
length_of(PyObject *self, PyObject *capsule)
{
    oid_desc *desc = PyCapsule_GetPointer(capsule, NULL);
    moved++;
    return desc != NULL ? PyLong_FromUnsignedLong(desc->length) : NULL;
}

static PyMethodDef methods[] = {
    {"length_of", length_of, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "spam",
    .m_size = -1,
    .m_methods = methods,
};

static int
add_capsule(PyObject *m, const char *name, PyObject *capsule)
{
    int result = PyObject_SetAttrString(m, name, capsule);
    Py_XDECREF(capsule);
    return result;
}

PyMODINIT_FUNC
PyInit_spam(void)
{
    PyObject *m = PyModule_Create(&spam_module);
    if (m == NULL) {
        return NULL;
    }
    oid_desc *local = &through_local;
    oid.elements = bytes;
    local->length = 7;
    for (unsigned i = 0; i < 2; i++) {
        several[i].length = i;
        several[i].elements = bytes + i;
    }
    through_local.elements = several;
    if (add_capsule(m, "OID", PyCapsule_New(&oid, NULL, forget)) < 0
        || add_capsule(m, "SECOND", PyCapsule_New(&several[1], NULL, forget)) < 0
        || add_capsule(m, "LOCAL", PyCapsule_New((void *)local, NULL, forget)) < 0)
    {
        return NULL;
    }
    return m;
}
