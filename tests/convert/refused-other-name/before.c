#include <Python.h>

/* No init function that can be found makes the module: a loader of the project's own calls
 * this one, and hands over what makes it. */
static struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT, .m_name = "spam", .m_size = -1,
};

PyObject *
open_spam(PyObject *(*make)(struct PyModuleDef *))
{
    return make(&spam_module);
}
