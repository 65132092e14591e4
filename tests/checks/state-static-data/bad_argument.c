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
