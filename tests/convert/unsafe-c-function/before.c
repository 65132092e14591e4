/* Functions of the C library with a static of their own, one by its address: the module
 * shares the GIL.  Safe ones beside them change nothing. */
#include <Python.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static PyObject *last;

static PyObject *
spam_year(PyObject *module, PyObject *arguments)
{
    time_t now = time(NULL);
    struct tm *(*split)(const time_t *) = gmtime;
    return PyLong_FromLong(split(&now)->tm_year + 1900L);
}

static PyObject *
spam_words(PyObject *module, PyObject *text)
{
    char copy[80];
    long n = 0;
    const char *given = PyUnicode_AsUTF8(text);
    if (given == NULL) {
        return NULL;
    }
    strncpy(copy, given, sizeof(copy) - 1);
    copy[sizeof(copy) - 1] = '\0';
    for (char *word = strtok(copy, " "); word != NULL; word = strtok(NULL, " ")) {
        n++;
    }
    Py_XSETREF(last, Py_NewRef(text));
    return PyLong_FromLong(n + (getenv("SPAM") != NULL) + rand() % 2);
}

static PyMethodDef spam_methods[] = {
    {"year", spam_year, METH_NOARGS, NULL},
    {"words", spam_words, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "spam",
    .m_size = -1,
    .m_methods = spam_methods,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModule_Create(&spam_module);
}
