/* Each unit has its own of these, with another value. */
#include <Python.h>

static PyObject *unit_name;

static inline PyObject *
unit_tag(void)
{
    static PyObject *tag;
    if (tag == NULL) {
        tag = PyUnicode_FromString(UNIT);
    }
    Py_XINCREF(tag);
    return tag;
}
