/* Single-phase initialisation, of which only the import is asked: not yet a refusal. */
#include "module.h"

static PyMethodDef methods[] = {{NULL, NULL, 0, NULL}};

static struct PyModuleDef definition = {
    .m_base = PyModuleDef_HEAD_INIT,
    .m_name = "single_asked_little",
    .m_methods = methods,
};

PyMODINIT_FUNC
PyInit_single_asked_little(void)
{
    return PyModule_Create(&definition);
}
