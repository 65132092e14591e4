/* Characters that begin as a text, at file scope and in functions. */
#include <Python.h>

#define DEFAULT "spam"

static char name[16] = "none"; /* as set last */
static char greeting[] = "hel"
                         "lo";
static char letters[3] = "abc";
static char title[] = DEFAULT;
static char lines[8] = {"a\n"};
static const char fixed[] = "fixed";

static PyObject *
next_id(PyObject *self, PyObject *Py_UNUSED(ignored))
{
    static char id[] = "aaaa";
    char copy[] = "abc";
    size_t i;

    for (i = 0; i < sizeof(id) - 1; i++) {
        if (++id[i] <= 'z') {
            break;
        }
        id[i] = 'a';
    }
    copy[0] = id[0];
    greeting[0]++;
    letters[2]++;
    title[0]++;
    lines[1] = ' ';
    return PyUnicode_FromFormat("%s %s %s %.3s %s %s%s%s", id, copy, greeting, letters, title,
                                lines, fixed, name);
}

static PyObject *
set_name(PyObject *self, PyObject *arg)
{
    const char *text = PyUnicode_AsUTF8(arg);

    if (text == NULL) {
        return NULL;
    }
    strncpy(name, text, sizeof(name) - 1);
    Py_RETURN_NONE;
}

static PyMethodDef spam_methods[] = {
    {"next_id", next_id, METH_NOARGS, NULL},
    {"set_name", set_name, METH_O, NULL},
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
