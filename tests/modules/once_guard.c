/* The guide's opt-out: one module object at a time, free again when it is gone. */
#include "module.h"

static int loaded;

static int
execute(PyObject *module)
{
    (void)module;
    if (loaded) {
        PyErr_SetString(PyExc_ImportError,
                        "cannot load module more than once per process");
        return -1;
    }
    loaded = 1;
    return 0;
}

static void
free_module(void *module)
{
    (void)module;
    loaded = 0;
}

static PyModuleDef_Slot slots[] = {{Py_mod_exec, (void *)execute}, NO_GIL{0, NULL}};

static struct PyModuleDef definition = {
    .m_base = PyModuleDef_HEAD_INIT,
    .m_name = "once_guard",
    .m_slots = slots,
    .m_free = free_module,
};

PyMODINIT_FUNC
PyInit_once_guard(void)
{
    return PyModuleDef_Init(&definition);
}
