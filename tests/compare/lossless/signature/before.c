/* The signature is the first line of the documentation. */
#include "../module.h"

static PyObject *
spam_new(PyTypeObject *type, PyObject *args, PyObject *kwargs)
{
    static char *words[] = {"size", "flavour", NULL};
    int size;
    PyObject *flavour = NULL;
    if (!PyArg_ParseTupleAndKeywords(args, kwargs, "i|O:Spam", words, &size, &flavour)) {
        return NULL;
    }
    return type->tp_alloc(type, 0);
}

static PyTypeObject Spam_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "pair.Spam",
    .tp_basicsize = sizeof(PyObject),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_doc = "Spam(size, flavour=None)\n--\n\nA tin of it.",
    .tp_new = spam_new,
};

static int
fill(PyObject *module)
{
    return add_static(module, "Spam", &Spam_Type);
}
