#include "../module.h"

extern struct PyModuleDef definition;

static PyObject *
Spam_repr(PyObject *self)
{
    PyObject *module = PyType_GetModuleByDef(Py_TYPE(self), &definition);
    return module ? PyObject_Repr(module) : NULL;
}

static PyType_Slot spam_slots[] = {{Py_tp_repr, Spam_repr}, {0, NULL}};
static PyType_Slot ham_slots[] = {{Py_tp_doc, "a type"}, {0, NULL}};

#define FLAGS (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE)
static PyType_Spec Spam_spec = {"spam.Spam", sizeof(PyObject), 0, FLAGS, spam_slots};
static PyType_Spec Egg_spec = {"spam.Egg", sizeof(PyObject), 0, FLAGS, spam_slots};
static PyType_Spec Ham_spec = {"spam.Ham", sizeof(PyObject), 0, FLAGS, ham_slots};

static int
spam_exec(PyObject *module)
{
    PyObject *spam = PyType_FromSpec(&Spam_spec);  // want: type-without-module  // want: init-result-unchecked
    PyObject *ham = PyType_FromSpecWithBases(&Ham_spec, NULL);  // want-note: type-without-module  // want: init-result-unchecked
    PyObject *egg = PyType_FromModuleAndSpec(NULL, &Egg_spec, NULL);  // want: type-without-module  // want: init-result-unchecked
    Py_XDECREF(egg);
    Py_XDECREF(spam);
    Py_XDECREF(ham);
    return 0;
}

static PyModuleDef_Slot slots[] = {
    {Py_mod_exec, spam_exec},
    INTERPRETERS_SLOT
    {0, NULL},
};
struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT, .m_name = "spam", .m_slots = slots,
};
