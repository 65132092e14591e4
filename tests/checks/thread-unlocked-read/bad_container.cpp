/* A map of C++ is filled under its mutex, and its size is asked for without. */
#include <Python.h>
#include <map>
#include <mutex>
#include <new>

typedef struct {
    PyObject_HEAD
    std::mutex mutex;
    std::map<long, long> *map;
} Tree;

static PyObject *
Tree_new(PyTypeObject *type, PyObject *args, PyObject *kwargs)
{
    Tree *self = (Tree *)type->tp_alloc(type, 0);
    if (self == NULL) {
        return NULL;
    }
    new (&self->mutex) std::mutex();
    self->map = new (std::nothrow) std::map<long, long>();
    if (self->map == NULL) {
        Py_DECREF(self);
        return PyErr_NoMemory();
    }
    return (PyObject *)self;
}

static void
Tree_dealloc(Tree *self)
{
    PyTypeObject *type = Py_TYPE(self);
    delete self->map;
    self->mutex.~mutex();
    type->tp_free((PyObject *)self);
    Py_DECREF(type);
}

static PyObject *
Tree_put(Tree *self, PyObject *arg)
{
    long key = PyLong_AsLong(arg);
    if (key == -1 && PyErr_Occurred()) {
        return NULL;
    }
    std::lock_guard<std::mutex> guard(self->mutex);
    self->map->insert({key, key});
    Py_RETURN_NONE;
}

static PyObject *
Tree_size(Tree *self, PyObject *unused)
{
    return PyLong_FromSize_t(self->map->size());  // want: thread-unlocked-read
}

static PyMethodDef Tree_methods[] = {
    {"put", (PyCFunction)Tree_put, METH_O, NULL},
    {"size", (PyCFunction)Tree_size, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static PyType_Slot Tree_slots[] = {
    {Py_tp_methods, Tree_methods},
    {Py_tp_new, (void *)Tree_new},
    {Py_tp_dealloc, (void *)Tree_dealloc},
    {0, NULL},
};

static PyType_Spec Tree_spec = {
    "spam.Tree", sizeof(Tree), 0,
    Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE, Tree_slots,
};

static PyMethodDef spam_methods[] = {
    {NULL, NULL, 0, NULL},
};

static int
spam_exec(PyObject *module)
{
    PyObject *tree_type = PyType_FromModuleAndSpec(module, &Tree_spec, NULL);
    if (tree_type == NULL) {
        return -1;
    }
    int tree_rc = PyModule_AddType(module, (PyTypeObject *)tree_type);
    Py_DECREF(tree_type);
    if (tree_rc < 0) {
        return -1;
    }
    return 0;
}

static PyModuleDef_Slot spam_slots[] = {
    {Py_mod_exec, (void *)spam_exec},
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
    {Py_mod_gil, Py_MOD_GIL_NOT_USED},
    {0, NULL},
};

/* It needs Python 3.13. */
static struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT, "spam", NULL, 0,
    spam_methods, spam_slots, NULL, NULL, NULL,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&spam_module);
}
