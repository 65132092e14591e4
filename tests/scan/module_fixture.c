/* An extension module that is compiled without Python.h, as the layouts of CPython
 * 3.9 to 3.13 with a GIL: seed of the fuzz targets. */
#include <stddef.h>

typedef struct {
    long ob_refcnt;
    void *ob_type;
} PyObject;

typedef struct {
    int slot;
    void *value;
} PyModuleDef_Slot;

typedef struct {
    PyObject head;
    void *init;
    long index;
    void *copy;
    const char *name;
    const char *doc;
    long size;
    void *methods;
    PyModuleDef_Slot *slots;
    void *traverse, *clear, *free;
} PyModuleDef;

typedef struct {
    PyObject head;
    long ob_size;
    const char *name;
    long basicsize, itemsize;
    void *slots[15];
    unsigned long flags;
    const char *doc;
    void *more[28];
} PyTypeObject;

PyObject *PyModuleDef_Init(PyModuleDef *definition);
PyObject *PyErr_NewException(const char *name, PyObject *base, PyObject *dict);
int PyType_Ready(PyTypeObject *type);
int PyModule_AddObject(PyObject *module, const char *name, PyObject *value);
PyObject *PyInit_module_fixture(void);

static PyTypeObject fixture_type = {
    .head = {1, NULL},
    .name = "module_fixture.Type",
    .basicsize = sizeof(PyObject),
    .flags = 1UL << 18,
    .doc = "a static type",
};
static PyObject *fixture_error;
static int fixture_counter = 3;
static __thread PyObject *fixture_local;

static int
fixture_exec(PyObject *module)
{
    static PyTypeObject *types[] = {&fixture_type, NULL};
    fixture_counter++;
    fixture_error = PyErr_NewException("module_fixture.Error", NULL, NULL);
    fixture_local = fixture_error;
    for (int i = 0; types[i] != NULL; i++) {
        if (PyType_Ready(types[i]) < 0) {
            return -1;
        }
    }
    return PyModule_AddObject(module, "Error", fixture_error) + fixture_counter;
}

static PyModuleDef_Slot fixture_slots[] = {
    {2, (void *)fixture_exec},
    {3, (void *)2},
    {0, NULL},
};

static PyModuleDef fixture_definition = {
    .head = {1, NULL},
    .name = "module_fixture",
    .size = 0,
    .slots = fixture_slots,
};

PyObject *
PyInit_module_fixture(void)
{
    return PyModuleDef_Init(&fixture_definition);
}
