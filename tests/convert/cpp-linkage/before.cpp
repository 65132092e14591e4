/* `extern "C"` in front of the init function, and a result that nobody checks, of which
 * another function asks whether an object is of that class. */
#include <Python.h>

static PyTypeObject *Nest_type;

static PyType_Slot Nest_slots[] = {
    {Py_tp_doc, (void *)"a nest"},
    {0, nullptr},
};

static PyType_Spec Nest_spec = {
    "spam.Nest", sizeof(PyObject), 0, Py_TPFLAGS_DEFAULT, Nest_slots,
};

static PyObject *
spam_is_nest(PyObject *, PyObject *object)
{
    if (Py_TYPE(object) == Nest_type) {
        Py_RETURN_TRUE;
    }
    Py_RETURN_FALSE;
}

static PyMethodDef spam_methods[] = {
    {"is_nest", spam_is_nest, METH_O, nullptr},
    {nullptr, nullptr, 0, nullptr},
};

static PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT, "spam", nullptr, -1, spam_methods,
    nullptr, nullptr, nullptr, nullptr,
};

extern "C" PyObject *PyInit_spam()
{
    PyObject *module = PyModule_Create(&spam_module);
    if (!module) {
        return nullptr;
    }
    Nest_type = (PyTypeObject *)PyType_FromSpec(&Nest_spec);
    return module;
}
