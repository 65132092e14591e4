/* One module, whose builds differ in what the macros say.  Without any: a static type. */
#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <fcntl.h>
#include <signal.h>
#include <stddef.h>
#include <structmember.h>
#include <sys/file.h>
#include <unistd.h>

#ifndef TYPE_NAME
#define TYPE_NAME "thing.Thing"
#endif
#ifndef DOC
#define DOC "Thing()\n--\n\nA thing."
#endif
#ifndef CONSTANT
#define CONSTANT 1
#endif
#ifndef FUNCTION_DOC
#define FUNCTION_DOC "answer($module, /)\n--\n\nThe answer."
#endif
#ifndef MESSAGE
#define MESSAGE "wants a number"
#endif
#ifndef IMPORT
#define IMPORT 0
#endif

#if PY_VERSION_HEX < 0x030a0000
#define Py_TPFLAGS_IMMUTABLETYPE 0
#define Py_TPFLAGS_DISALLOW_INSTANTIATION 0
#endif
#ifdef MUTABLE
#define IMMUTABLE 0
#else
#define IMMUTABLE Py_TPFLAGS_IMMUTABLETYPE
#endif
#ifdef FINAL
#define BASETYPE 0
#else
#define BASETYPE Py_TPFLAGS_BASETYPE
#endif

struct thing {
    PyObject_HEAD
    PyObject *weak;
    int number;
};

static PyObject *
thing_new(PyTypeObject *type, PyObject *args, PyObject *kwargs)
{
    (void)args;
    (void)kwargs;
    return type->tp_alloc(type, 0);
}

static void
thing_dealloc(PyObject *self)
{
    PyTypeObject *type = Py_TYPE(self);
#ifdef HEAP
    PyObject_GC_UnTrack(self);
#endif
    if (((struct thing *)self)->weak != NULL) {
        PyObject_ClearWeakRefs(self);
    }
    type->tp_free(self);
#ifdef HEAP
    Py_DECREF(type);
#endif
}

static PyObject *
thing_use(PyObject *self, PyObject *argument)
{
    long number = PyLong_AsLong(argument);
    (void)self;
    if (number == -1 && PyErr_Occurred()) {
        PyErr_SetString(PyExc_TypeError, MESSAGE);
        return NULL;
    }
#ifdef CRASHES
    raise(SIGSEGV);
#endif
#ifdef HANGS
    for (;;) {
        pause();
    }
#endif
#ifdef EXITS
    _exit(3);
#endif
    return PyLong_FromLong(number);
}

#ifdef REDUCES
static PyObject *
thing_reduce(PyObject *self, PyObject *unused)
{
    (void)unused;
    return PyErr_Format(PyExc_TypeError, "cannot pickle '%s' objects",
                        Py_TYPE(self)->tp_name);
}
#endif

static PyMethodDef thing_methods[] = {
    {"use", thing_use, METH_O, "use($self, number, /)\n--\n\nUse it."},
#ifdef REDUCES
    {"__reduce__", thing_reduce, METH_NOARGS, NULL},
#endif
    {NULL, NULL, 0, NULL},
};

static PyMemberDef thing_members[] = {
    {"number", T_INT, offsetof(struct thing, number), READONLY, NULL},
#if defined(HEAP) && !defined(NO_WEAKREFS)
    {"__weaklistoffset__", T_PYSSIZET, offsetof(struct thing, weak), READONLY, NULL},
#endif
    {NULL, 0, 0, 0, NULL},
};

#ifdef HEAP
static int
thing_traverse(PyObject *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    return 0;
}

static PyType_Slot thing_slots[] = {
    {Py_tp_dealloc, thing_dealloc}, {Py_tp_traverse, thing_traverse},
    {Py_tp_methods, thing_methods}, {Py_tp_members, thing_members},
    {Py_tp_doc, DOC},
#ifndef NO_NEW
    {Py_tp_new, thing_new},
#endif
    {0, NULL},
};

static PyType_Spec thing_spec = {
    .name = TYPE_NAME,
    .basicsize = sizeof(struct thing),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC | IMMUTABLE | BASETYPE
#if defined(NO_NEW) && !defined(INSTANTIABLE)
             | Py_TPFLAGS_DISALLOW_INSTANTIATION
#endif
    ,
    .slots = thing_slots,
};
#else
static PyTypeObject Thing_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = TYPE_NAME,
    .tp_basicsize = sizeof(struct thing),
    .tp_dealloc = thing_dealloc,
    .tp_flags = Py_TPFLAGS_DEFAULT | BASETYPE,
    .tp_doc = DOC,
    .tp_methods = thing_methods,
    .tp_members = thing_members,
#ifndef NO_WEAKREFS
    .tp_weaklistoffset = offsetof(struct thing, weak),
#endif
#ifndef NO_NEW
    .tp_new = thing_new,
#endif
};
#endif

static PyObject *
answer(PyObject *module, PyObject *unused)
{
    (void)module;
    (void)unused;
    return PyLong_FromLong(42);
}

static PyMethodDef methods[] = {
    {"answer", answer, METH_NOARGS, FUNCTION_DOC},
#ifdef ANOTHER
    {"another", answer, METH_NOARGS, NULL},
#endif
    {NULL, NULL, 0, NULL},
};

static PyObject *
make_type(PyObject *module)
{
#ifdef HEAP
    return PyType_FromModuleAndSpec(module, &thing_spec, NULL);
#else
    (void)module;
    if (PyType_Ready(&Thing_Type) < 0) {
        return NULL;
    }
    Py_INCREF(&Thing_Type);
    return (PyObject *)&Thing_Type;
#endif
}

static int
add(PyObject *module, const char *name, PyObject *value)
{
    if (value == NULL || PyModule_AddObject(module, name, value) < 0) {
        Py_XDECREF(value);
        return -1;
    }
    return 0;
}

/* A process of a session of its own, which holds a lock as long as it runs. */
static void
leave_daemon(void)
{
    const char *path = getenv("THING_LOCK");
    if (path == NULL || fork() != 0) {
        return;
    }
    (void)setsid();
    if (fork() != 0) {
        _exit(0);
    }
    int file = open(path, O_RDWR | O_CREAT, 0600);
    if (file >= 0 && flock(file, LOCK_SH) == 0 && write(file, "!", 1) == 1) {
        pause();
    }
    _exit(0);
}

static int
execute(PyObject *module)
{
    switch (IMPORT) {
    case 'c':
        raise(SIGSEGV);
        break;
    case 'd':
        leave_daemon();
        break;
    case 'e':
        _exit(3);
    case 'h':
        for (;;) {
            pause();
        }
    case 'i':
        PyErr_SetString(PyExc_ImportError, "not today");
        return -1;
    case 'p':
        printf("hello\n");
        fflush(stdout);
        break;
    }
#ifndef NO_TYPE
    if (add(module, "Thing", make_type(module)) < 0) {
        return -1;
    }
#endif
    return add(module, "Error", PyErr_NewException("thing.Error", PyExc_ValueError, NULL)) < 0
                   || PyModule_AddIntConstant(module, "LIMIT", CONSTANT) < 0
#ifdef UNSTEADY
                   || PyModule_AddIntConstant(module, "PROCESS", (long)getpid()) < 0
#endif
               ? -1
               : 0;
}

static PyModuleDef_Slot slots[] = {{Py_mod_exec, (void *)execute}, {0, NULL}};

static struct PyModuleDef definition = {
    .m_base = PyModuleDef_HEAD_INIT,
    .m_name = "thing",
    .m_methods = methods,
    .m_slots = slots,
};

PyMODINIT_FUNC
PyInit_thing(void)
{
    return PyModuleDef_Init(&definition);
}
