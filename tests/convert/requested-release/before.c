/* Lists of objects in allocated memory.  What only a function of the module releases stays
 * where nobody calls it; what an instance releases when it goes does not. */
#include <Python.h>

struct node {
    PyObject *object;
    struct node *next;
};

struct owned {
    PyObject *object;
    struct owned *next;
};

static struct node *nodes;
static struct owned *all_owned;

static void
drop_nodes(void)
{
    while (nodes != NULL) {
        struct node *first = nodes;
        nodes = first->next;
        Py_DECREF(first->object);
        free(first);
    }
}

static PyObject *
spam_add(PyObject *self, PyObject *object)
{
    struct node *first = malloc(sizeof(struct node));
    if (first == NULL) {
        return PyErr_NoMemory();
    }
    Py_INCREF(object);
    first->object = object;
    first->next = nodes;
    nodes = first;
    Py_RETURN_NONE;
}

static PyObject *
spam_clear(PyObject *self, PyObject *unused)
{
    drop_nodes();
    Py_RETURN_NONE;
}

static PyObject *
spam_own(PyObject *self, PyObject *object)
{
    struct owned *first = malloc(sizeof(struct owned));
    if (first == NULL) {
        return PyErr_NoMemory();
    }
    Py_INCREF(object);
    first->object = object;
    first->next = all_owned;
    all_owned = first;
    Py_RETURN_NONE;
}

static void
drop_owned(void *unused)
{
    while (all_owned != NULL) {
        struct owned *first = all_owned;
        all_owned = first->next;
        Py_DECREF(first->object);
        free(first);
    }
}

static PyMethodDef methods[] = {
    {"add", spam_add, METH_O, NULL},
    {"clear", spam_clear, METH_NOARGS, NULL},
    {"own", spam_own, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT, "spam", NULL, -1, methods, NULL, NULL, NULL, drop_owned,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModule_Create(&spam_module);
}
