/* Through a pointer to the function, and in the initialiser of a member, which is not
 * followed yet. */
#include <Python.h>

static PyModuleDef spam_module = {PyModuleDef_HEAD_INIT, "spam", nullptr, -1};
static PyModuleDef ham_module = {PyModuleDef_HEAD_INIT, "ham", nullptr, -1};

static PyObject *(*const create)(PyModuleDef *, int) = PyModule_Create2;

struct Module {
    PyObject *object = PyModule_Create(&spam_module);  // want-later: init-single-phase
    Module() {}
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    return Module().object;
}

PyMODINIT_FUNC
PyInit_ham(void)
{
    return create(&ham_module, PYTHON_API_VERSION);  // want: init-single-phase
}
