/* Memory that a function allocates for the static whose address it gets: the module's own
 * afterwards, and nothing gives it back, which the plan says. */
#define _GNU_SOURCE
#include <Python.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char *quoted;
static size_t quoted_size;
static char *line;
static size_t line_size;
static struct kept {
    char *text;
    size_t size;
} kept;
static char *names[2];

static int
grow(void **buffer, size_t *size, size_t wanted)
{
    if (*size < wanted) {
        void *bigger = realloc(*buffer, wanted);
        if (bigger == NULL) {
            return -1;
        }
        *buffer = bigger;
        *size = wanted;
    }
    return 0;
}

static int
grow_text(char **text, size_t *size, size_t wanted)
{
    return grow((void **)text, size, wanted + 1);
}

static PyObject *
quote(PyObject *Py_UNUSED(self), PyObject *arg)
{
    const char *text = PyUnicode_AsUTF8(arg);
    if (text == NULL) {
        return NULL;
    }
    if (grow_text(&quoted, &quoted_size, strlen(text) + 2) < 0) {
        return PyErr_NoMemory();
    }
    sprintf(quoted, "'%s'", text);
    return PyUnicode_FromString(quoted);
}

static PyObject *
first_line(PyObject *Py_UNUSED(self), PyObject *arg)
{
    const char *name = PyUnicode_AsUTF8(arg);
    FILE *file = name != NULL ? fopen(name, "r") : NULL;
    if (file == NULL) {
        return PyErr_Format(PyExc_OSError, "no file");
    }
    ssize_t size = getline(&line, &line_size, file);
    fclose(file);
    return PyUnicode_FromStringAndSize(size > 0 ? line : "", size > 0 ? size : 0);
}

static PyObject *
keep(PyObject *Py_UNUSED(self), PyObject *arg)
{
    const char *text = PyUnicode_AsUTF8(arg);
    if (text == NULL) {
        return NULL;
    }
    if (grow((void **)&kept.text, &kept.size, strlen(text) + 1) < 0) {
        return PyErr_NoMemory();
    }
    strcpy(kept.text, text);
    free(names[0]);
    names[0] = strdup(kept.text);
    return PyUnicode_FromString(names[0] != NULL ? names[0] : "");
}

static PyMethodDef methods[] = {
    {"keep", keep, METH_O, NULL},
    {"quote", quote, METH_O, NULL},
    {"first_line", first_line, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "module",
    .m_size = -1,
    .m_methods = methods,
};

PyMODINIT_FUNC
PyInit_module(void)
{
    return PyModule_Create(&module);
}
