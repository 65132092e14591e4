/* The state is there in tp_dealloc, but its objects may be released already. */
#include <Python.h>
typedef struct { long calls; PyObject *error; } spam_state;
static spam_state *st;
typedef struct { PyObject_HEAD PyObject *n; } Thing;
static void
thing_dealloc(PyObject *self)
{
    st->calls--;
    if (st->calls < -100) {
        Py_XDECREF(PyObject_CallNoArgs(st->error));
        PyErr_WriteUnraisable(NULL);
    }
    PyObject_GC_UnTrack(self);
    Py_XDECREF(((Thing *)self)->n);
    Py_TYPE(self)->tp_free(self);
}
static int
thing_traverse(PyObject *self, visitproc visit, void *arg)
{
    Py_VISIT(((Thing *)self)->n);
    return 0;
}
static PyTypeObject Thing_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "spam.Thing",
    .tp_basicsize = sizeof(Thing),
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC | Py_TPFLAGS_BASETYPE,
    .tp_traverse = thing_traverse,
    .tp_dealloc = thing_dealloc,
    .tp_new = PyType_GenericNew,
};
static struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "spam",
    .m_size = sizeof(spam_state),
};
PyMODINIT_FUNC
PyInit_spam(void)
{
    PyObject *m = PyModule_Create(&spam_module);
    if (m == NULL) {
        return NULL;
    }
    st = PyModule_GetState(m);
    st->error = PyErr_NewException("spam.error", NULL, NULL);
    if (st->error == NULL || PyModule_AddObjectRef(m, "error", st->error) < 0
        || PyModule_AddType(m, &Thing_Type) < 0)
    {
        Py_DECREF(m);
        return NULL;
    }
    return m;
}
