/* Memory of parts of statics that a method gives back, if it is called: each module object has its
 * own.  What one function opens and closes is not the module's. */
#include <Python.h>
#include <regex.h>
#include <stdlib.h>

struct link {
    struct link *next;
    int n;
};

struct box {
    char *text;
    int n;
};

static struct {
    char *text;
    int n;
} entry;
static char *lines[2];
static struct link *buckets[4];
static struct box box;
static regex_t kept, used;

static int
open_box(struct box *b)
{
    b->text = malloc(16);
    b->n = 1;
    return b->text != NULL ? 0 : -1;
}

static void
close_box(struct box *b)
{
    free(b->text);
    b->text = NULL;
}

static PyObject *
open_all(PyObject *self, PyObject *Py_UNUSED(args))
{
    struct link *link = malloc(sizeof(struct link));
    entry.text = malloc(16);
    lines[1] = malloc(16);
    if (link == NULL || entry.text == NULL || lines[1] == NULL || open_box(&box) < 0
        || regcomp(&kept, "a+", 0) != 0)
    {
        return PyErr_NoMemory();
    }
    entry.n = 1;
    link->n = entry.n;
    link->next = buckets[link->n];
    buckets[link->n] = link;
    Py_RETURN_NONE;
}

static PyObject *
close_all(PyObject *self, PyObject *Py_UNUSED(args))
{
    free(entry.text);
    entry.text = NULL;
    free(lines[1]);
    lines[1] = NULL;
    while (buckets[1] != NULL) {
        struct link *link = buckets[1];
        buckets[1] = link->next;
        free(link);
    }
    close_box(&box);
    regfree(&kept);
    Py_RETURN_NONE;
}

static int
open_pattern(const char *text)
{
    return regcomp(&used, text, 0);
}

static void
close_pattern(void)
{
    regfree(&used);
}

static PyObject *
search(PyObject *self, PyObject *arg)
{
    const char *text = PyUnicode_AsUTF8(arg);
    if (text == NULL) {
        return NULL;
    }
    if (open_pattern("a+") != 0) {
        return PyErr_NoMemory();
    }
    int found = regexec(&used, text, 0, NULL, 0) == 0;
    close_pattern();
    return PyBool_FromLong(found);
}

static PyMethodDef methods[] = {
    {"open", open_all, METH_NOARGS, NULL},
    {"close", close_all, METH_NOARGS, NULL},
    {"search", search, METH_O, NULL},
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
