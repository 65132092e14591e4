/* A field has the name of a static variable: offsetof and members mean the field. */
#include <Python.h>
#include <stddef.h>
#include <structmember.h>

static PyObject *table;

typedef struct {
    PyObject_HEAD
    PyObject *table;
    struct {
        int table;
    } rows[2];
} Pickler;

static PyMemberDef pickler_members[] = {
    {"table", T_OBJECT_EX, offsetof(Pickler, table), 0, NULL},
    {"second", T_INT, offsetof(Pickler, rows[1].table), 0, NULL},
    {NULL, 0, 0, 0, NULL},
};

static size_t
offset_of_table(void)
{
    return offsetof(Pickler, table);
}

static void
pickler_dealloc(PyObject *self)
{
    Py_CLEAR(((Pickler *)self)->table);
    Py_TYPE(self)->tp_free(self);
}

static PyTypeObject Pickler_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "spam.Pickler",
    .tp_basicsize = sizeof(Pickler),
    .tp_dealloc = pickler_dealloc,
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_members = pickler_members,
    .tp_new = PyType_GenericNew,
};

static PyObject *
spam_table(PyObject *self, PyObject *args)
{
    Py_INCREF(table);
    return offset_of_table() != 0 ? table : NULL;
}

static PyMethodDef methods[] = {
    {"table", spam_table, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "spam",
    .m_size = -1,
    .m_methods = methods,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    PyObject *module = PyModule_Create(&spam_module);
    if (module == NULL)
        return NULL;
    table = PyDict_New();
    if (table == NULL || PyType_Ready(&Pickler_Type) < 0) {
        Py_DECREF(module);
        return NULL;
    }
    Py_INCREF(&Pickler_Type);
    if (PyModule_AddObject(module, "Pickler", (PyObject *)&Pickler_Type) < 0) {
        Py_DECREF(&Pickler_Type);
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
