/* Memory and files that the module gives back itself at times, and forgets at once then: m_free
 * gives back what is there at the end. */
#include <Python.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FREE(memory) \
    do { \
        free(memory); \
        (memory) = NULL; \
    } while (0)

static char *text;
static char *grown;
static size_t n_grown;
static int *numbers;
static FILE *file;
static char *made;
static wchar_t *wide;

static char *
make(const char *from)
{
    char *copy = malloc(strlen(from) + 1);
    if (copy == NULL) {
        PyErr_NoMemory();
        return NULL;
    }
    return strcpy(copy, from);
}

static void
drop(int *memory)
{
    PyMem_Free(memory);
}

static PyObject *
set(PyObject *self, PyObject *arg)
{
    const char *new_text = PyUnicode_AsUTF8(arg);
    if (new_text == NULL) {
        return NULL;
    }
    char *copy = make(new_text);
    if (copy == NULL) {
        return NULL;
    }
    char *old = text;
    text = copy;
    free(old);
    char *longer = realloc(grown, n_grown + 16);
    if (longer == NULL) {
        return PyErr_NoMemory();
    }
    grown = longer;
    n_grown += 16;
    if (numbers != NULL) {
        drop(numbers);
    }
    numbers = PyMem_New(int, 4);
    if (numbers == NULL) {
        return PyErr_NoMemory();
    }
    numbers[0] = 1;
    if (wide != NULL) {
        PyMem_Free(wide);
    }
    wide = PyUnicode_AsWideCharString(arg, NULL);
    if (wide == NULL) {
        return NULL;
    }
    free(made);
    made = make(text);
    if (made == NULL) {
        return NULL;
    }
    memset(grown, text[0], n_grown);
    return Py_BuildValue("si", made, numbers[0] + grown[0] + (wide[0] == L'x'));
}

static PyObject *
use_file(PyObject *self, PyObject *Py_UNUSED(args))
{
    if (file == NULL) {
        file = tmpfile();
        if (file == NULL) {
            return PyErr_SetFromErrno(PyExc_OSError);
        }
    }
    fputs("spam", file);
    return PyLong_FromLong(ftell(file));
}

static PyObject *
clear(PyObject *self, PyObject *Py_UNUSED(args))
{
    FREE(text);
    free(grown), grown = NULL;
    n_grown = 0;
    drop(numbers);
    numbers = NULL;
    if (file != NULL) {
        fclose(file);
        file = NULL;
    }
    Py_RETURN_NONE;
}

static PyMethodDef methods[] = {
    {"set", set, METH_O, NULL},
    {"use_file", use_file, METH_NOARGS, NULL},
    {"clear", clear, METH_NOARGS, NULL},
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
