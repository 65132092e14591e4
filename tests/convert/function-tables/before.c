#include <Python.h>

/* A library that another module passes in a capsule: its functions make objects over tables. */
typedef void (*loop)(char **args, const long *dimensions, const long *steps, void *data);
static void **library;
#define new_operation                                                                          \
    (*(PyObject * (*)(loop *, void *const *, const char *, int, const char *)) library[1])

static void
add(char **args, const long *dimensions, const long *steps, void *data)
{
}

static loop add_loops[] = {add};
static void *add_data[] = {(void *)NULL};
static char add_types[] = {1, 1, 1};
static void *none_data[1];

static int
fill(PyObject *module)
{
    PyObject *operation = new_operation(add_loops, add_data, add_types, 1, "add");
    PyObject *other = new_operation(add_loops, none_data, add_types, 1, "add");
    if (operation == NULL || PyModule_AddObjectRef(module, "add", operation) < 0
        || other == NULL || PyModule_AddObjectRef(module, "other", other) < 0) {
        return -1;
    }
    Py_DECREF(operation);
    Py_DECREF(other);
    return 0;
}

static struct PyModuleDef definition = {PyModuleDef_HEAD_INIT, "spam", NULL, -1, NULL};

PyMODINIT_FUNC
PyInit_spam(void)
{
    PyObject *m = PyModule_Create(&definition);
    if (m == NULL) {
        return NULL;
    }
    library = PyCapsule_Import("numbers.library", 0);
    if (library == NULL || fill(m) < 0) {
        Py_DECREF(m);
        return NULL;
    }
    return m;
}
