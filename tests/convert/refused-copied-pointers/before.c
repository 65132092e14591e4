#include <Python.h>
#include <string.h>

typedef struct {
    PyObject *key, *value;
} Pair;

static PyObject *spam_items[4], *spam_stack[4];
static Pair spam_pair;
static int spam_height;

static PyObject *
copy_items(PyObject *module, PyObject *tuple)
{
    if (!PyTuple_Check(tuple) || PyTuple_Size(tuple) < 4) {
        Py_RETURN_FALSE;
    }
    memcpy(spam_items, ((PyTupleObject *)tuple)->ob_item, sizeof(spam_items));
    Py_RETURN_TRUE;
}

static void
set_pair(const Pair *pair)
{
    spam_pair = *pair;
}

static PyObject *
pair(PyObject *module, PyObject *object)
{
    Pair pair = {object, object};
    set_pair(&pair);
    return PyBool_FromLong(spam_pair.key != NULL);
}

/* Each object moves with its reference. */
static PyObject *
push(PyObject *module, PyObject *object)
{
    if (spam_height == 4) {
        Py_CLEAR(spam_stack[0]);
        memmove(&spam_stack[0], &spam_stack[1], 3 * sizeof(spam_stack[0]));
        spam_stack[3] = NULL;
        spam_height--;
    }
    spam_stack[spam_height++] = Py_NewRef(object);
    Py_RETURN_NONE;
}

static PyMethodDef spam_methods[] = {
    {"copy_items", copy_items, METH_O, NULL},
    {"pair", pair, METH_O, NULL},
    {"push", push, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef spammodule = {
    PyModuleDef_HEAD_INIT,
    .m_name = "spam",
    .m_size = -1,
    .m_methods = spam_methods,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModule_Create(&spammodule);
}
