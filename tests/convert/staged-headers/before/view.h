typedef struct {
    PyObject_HEAD
    long length;
} View;

static PyObject *abc;

static PyObject *
view_compare(PyObject *self, PyObject *other, int op)
{
    int is_known = PyObject_IsInstance(other, abc);
    if (is_known < 0) {
        return NULL;
    }
    if (!is_known || op != Py_EQ) {
        Py_RETURN_NOTIMPLEMENTED;
    }
    return PyBool_FromLong(((View *)self)->length == PyObject_Size(other));
}

static PyTypeObject View_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "spam.View",
    .tp_basicsize = sizeof(View),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_new = PyType_GenericNew,
    .tp_richcompare = view_compare,
};

static PyObject *view_names;

static int
view_init(void)
{
    PyObject *module = PyImport_ImportModule("collections.abc");
    if (module == NULL) {
        return -1;
    }
    abc = PyObject_GetAttrString(module, "KeysView");
    Py_DECREF(module);
    view_names = PyList_New(0);
    if (abc == NULL || view_names == NULL) {
        return -1;
    }
    return PyType_Ready(&View_Type);
}
