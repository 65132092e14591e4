/* The one class of a module that several threads use: `class_slots` and `struct instance`
 * are the includer's. */
#ifndef CLASS_FLAGS
#define CLASS_FLAGS 0
#endif

static PyType_Spec class_spec = {
    .name = STRING(NAME) ".Thing",
    .basicsize = sizeof(struct instance),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE | CLASS_FLAGS,
    .slots = class_slots,
};

static int
execute(PyObject *module)
{
    PyObject *type = PyType_FromModuleAndSpec(module, &class_spec, NULL);
    int result = type != NULL ? PyModule_AddObjectRef(module, "Thing", type) : -1;
    Py_XDECREF(type);
    return result;
}

struct state {
    PyObject *object;
};

STATEFUL_MODULE(NULL, execute)
