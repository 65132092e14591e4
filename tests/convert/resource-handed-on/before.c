/* Memory that a pointer does not keep for itself: m_free must not free it a second time, or in
 * the middle. */
#include <Python.h>
#include <stdlib.h>

typedef struct {
    char *text;
    int n;
} Entry;

static char *dropped; /* a function frees it, and leaves the pointer */
static int has_dropped;
static char *copied, *copy; /* two have it */
static char *handed, *taken; /* a function puts it elsewhere */
static char *moved; /* it points behind the begin */
static char *behind; /* so does what it is given */
static char *numbered;
static size_t number; /* the address, as a number */
static Entry *entry; /* leads to more */
static char *lent; /* the second of two that are given the same */
static char *first;

static void
drop(char *memory)
{
    free(memory);
}

static void
take(char *memory)
{
    taken = memory;
}

static PyObject *
open_all(PyObject *self, PyObject *Py_UNUSED(args))
{
    char *fresh = malloc(16);
    dropped = malloc(16);
    copied = malloc(16);
    handed = malloc(16);
    moved = malloc(16);
    numbered = malloc(16);
    behind = (char *)malloc(16) + 4;
    entry = malloc(sizeof(Entry));
    if (fresh == NULL || dropped == NULL || copied == NULL || handed == NULL || moved == NULL
        || numbered == NULL || entry == NULL)
    {
        return PyErr_NoMemory();
    }
    has_dropped = 1;
    copy = copied;
    take(handed);
    moved++;
    number = (size_t)numbered;
    entry->text = strdup("entry");
    first = fresh;
    lent = fresh;
    Py_RETURN_NONE;
}

static PyObject *
close_all(PyObject *self, PyObject *Py_UNUSED(args))
{
    if (has_dropped) {
        drop(dropped);
        has_dropped = 0;
    }
    free(copy);
    copy = NULL;
    free(taken);
    taken = NULL;
    if (moved != NULL) {
        free(moved - 1);
        moved = NULL;
    }
    if (behind != NULL) {
        free(behind - 4);
        behind = NULL;
    }
    free((char *)number);
    number = 0;
    free(first);
    first = lent = NULL;
    Py_RETURN_NONE;
}

static PyMethodDef methods[] = {
    {"open", open_all, METH_NOARGS, NULL},
    {"close", close_all, METH_NOARGS, NULL},
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
    return PyModule_Create(&spam_module);
}
