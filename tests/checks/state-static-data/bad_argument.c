/* What Python code passes is not the same for the whole process, not even if it is set
 * once. */
#include "../module.h"
#include <unistd.h>

static int limit;  // want: state-static-data
static int pages;  // want-note: state-static-data

PyObject *
spam_set(PyObject *module, PyObject *args)
{
    int value = 0;
    if (!PyArg_ParseTuple(args, "i", &value)) {
        return NULL;
    }
    if (limit == 0) {
        limit = value;
    }
    Py_RETURN_NONE;
}

PyObject *
spam_pages(PyObject *module, PyObject *unused)
{
    if (pages == 0) {
        pages = (int)sysconf(_SC_PAGESIZE);
    }
    return PyLong_FromLong(pages + limit);
}

/* Functions that are known to write what they get do so, whatever is there first. */
static char name[16] = "none";  // want: state-static-data
static char message[80] = "";   // want: state-static-data
static char rights[] = "rw";    // want-note: state-static-data

extern int spam_describe(char *out);

PyObject *
spam_name(PyObject *module, PyObject *arg)
{
    const char *text = PyUnicode_AsUTF8(arg);
    if (text == NULL) {
        return NULL;
    }
    strncpy(name, text, sizeof(name) - 1);
    spam_describe(message);
    spam_describe(rights);
    return PyUnicode_FromFormat("%s: %s", name, message);
}
