/* Streams that a library hands out are found in a list.  What belongs to another module object is
 * not in this one's; and a list that is searched by the module's own number is none of that. */
#include <Python.h>
#include <stdio.h>

typedef struct entry {
    FILE *stream;
    long number;
    struct entry *next;
} entry;

static entry *streams;
static entry *numbers;

static PyObject *
find_output(PyObject *self, PyObject *unused)
{
    FILE *stream = stdout;
    entry *each;
    for (each = streams; each != NULL; each = each->next) {
        if (each->stream == stream) {
            return PyLong_FromLong(each->number);
        }
    }
    Py_RETURN_NONE;
}

static PyObject *
find_number(PyObject *self, PyObject *argument)
{
    long number = PyLong_AsLong(argument);
    entry *each;
    for (each = numbers; each != NULL; each = each->next) {
        if (each->number == number) {
            return PyBool_FromLong(each->stream != NULL);
        }
    }
    Py_RETURN_NONE;
}

static int
add(entry **list, FILE *stream, long number)
{
    entry *new = PyMem_Malloc(sizeof(entry));
    if (new == NULL) {
        PyErr_NoMemory();
        return -1;
    }
    new->stream = stream;
    new->number = number;
    new->next = *list;
    *list = new;
    return 0;
}

static PyObject *
add_both(PyObject *self, PyObject *argument)
{
    long number = PyLong_AsLong(argument);
    if (add(&streams, stdout, number) < 0 || add(&numbers, stdout, number) < 0) {
        return NULL;
    }
    Py_RETURN_NONE;
}

static PyMethodDef methods[] = {
    {"find_output", find_output, METH_NOARGS, NULL},
    {"find_number", find_number, METH_O, NULL},
    {"add_both", add_both, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT, "spam", NULL, -1, methods,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModule_Create(&spam_module);
}
