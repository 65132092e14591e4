/* Memory that a function gives back where it fails only is kept otherwise; what it gives back on
 * every way is not. */
#include <Python.h>
#include <stdlib.h>

struct entry {
    char *text;
    int n;
};

static struct entry *entry;
static struct {
    char *text;
    int n;
} kept, used;
static char *texts[2];

static PyObject *
use(PyObject *self, PyObject *arg)
{
    entry = malloc(sizeof *entry);
    if (entry == NULL) {
        return PyErr_NoMemory();
    }
    if (arg == Py_None) {
        free(entry);
        entry = NULL;
        Py_RETURN_NONE;
    }
    entry->n = 1;
    kept.text = malloc(3);
    if (kept.text == NULL) {
        return PyErr_NoMemory();
    }
    if (arg == Py_True) {
        free(kept.text);
        kept.text = NULL;
        Py_RETURN_NONE;
    }
    used.text = malloc(3);
    texts[1] = malloc(3);
    if (texts[1] != NULL && used.text != NULL) {
        texts[1][0] = used.text[0] = kept.text[0] = 1;
    }
    if (texts[1] != NULL) {
        free(texts[1]);
        texts[1] = NULL;
    }
    free(used.text);
    used.text = NULL;
    Py_RETURN_NONE;
}

static PyMethodDef methods[] = {
    {"use", use, METH_O, NULL},
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
