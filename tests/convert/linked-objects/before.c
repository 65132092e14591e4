/* Lists of nodes with objects, which m_free gives back: what is in them may lead back to the
 * module.  The list of names does not. */
#include <Python.h>

typedef struct entry {
    struct entry *before, *behind;
    PyObject *key;
    PyObject *value;
} Entry;

typedef struct used {
    struct used *next;
    PyObject *key;
} Used;

typedef struct name {
    struct name *next;
    PyObject *text;
} Name;

typedef struct {
    PyObject_HEAD
    int number;
} Thing;

static PyTypeObject Thing_Type;
static Used *recent;
static Entry *table[8];
static Name *names;

static void
entry_free(Entry *entry)
{
    Py_DECREF(entry->key);
    Py_XDECREF(entry->value);
    PyMem_Free(entry);
}

static void
list_free(Entry **list)
{
    Entry *entry = *list;
    *list = NULL;
    while (entry != NULL) {
        Entry *behind = entry->behind;
        entry_free(entry);
        entry = behind;
    }
}

static int
list_add(Entry **list, PyObject *key, PyObject *value)
{
    Entry *entry = PyMem_Malloc(sizeof(Entry));
    if (entry == NULL) {
        PyErr_NoMemory();
        return -1;
    }
    Py_INCREF(key);
    Py_XINCREF(value);
    entry->key = key;
    entry->value = value;
    entry->before = NULL;
    entry->behind = *list;
    if (*list != NULL) {
        (*list)->before = entry;
    }
    *list = entry;
    return 0;
}

static int
use(PyObject *key)
{
    Used *used = PyMem_Malloc(sizeof(Used));
    if (used == NULL) {
        PyErr_NoMemory();
        return -1;
    }
    Py_INCREF(key);
    used->key = key;
    used->next = recent;
    recent = used;
    return 0;
}

static PyObject *
remember(PyObject *self, PyObject *args)
{
    PyObject *key, *value;
    Py_hash_t hash;
    if (!PyArg_ParseTuple(args, "OO", &key, &value)) {
        return NULL;
    }
    hash = PyObject_Hash(key);
    if (hash == -1) {
        return NULL;
    }
    if (list_add(&table[(size_t)hash % 8], key, value) < 0 || use(key) < 0) {
        return NULL;
    }
    Py_RETURN_NONE;
}

static PyObject *
add_name(PyObject *self, PyObject *args)
{
    const char *text;
    Name *name;
    if (!PyArg_ParseTuple(args, "s", &text)) {
        return NULL;
    }
    name = PyMem_Malloc(sizeof(Name));
    if (name == NULL) {
        return PyErr_NoMemory();
    }
    name->text = PyUnicode_FromString(text);
    if (name->text == NULL) {
        PyMem_Free(name);
        return NULL;
    }
    name->next = names;
    names = name;
    Py_RETURN_NONE;
}

static PyObject *
count(PyObject *self, PyObject *unused)
{
    size_t number = 0, i;
    Entry *entry;
    Name *name;
    for (i = 0; i < 8; i++) {
        for (entry = table[i]; entry != NULL; entry = entry->behind) {
            number += Py_TYPE(entry->value) == &Thing_Type;
        }
    }
    for (name = names; name != NULL; name = name->next) {
        number++;
    }
    return PyLong_FromSize_t(number);
}

static PyMethodDef methods[] = {
    {"remember", remember, METH_VARARGS, NULL},
    {"add_name", add_name, METH_VARARGS, NULL},
    {"count", count, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static PyTypeObject Thing_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "spam.Thing",
    .tp_basicsize = sizeof(Thing),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_new = PyType_GenericNew,
};

static void
spam_free(void *module)
{
    size_t i;
    Used *used = recent;
    recent = NULL;
    while (used != NULL) {
        Used *next = used->next;
        Py_DECREF(used->key);
        PyMem_Free(used);
        used = next;
    }
    for (i = 0; i < 8; i++) {
        list_free(&table[i]);
    }
    while (names != NULL) {
        Name *next = names->next;
        Py_DECREF(names->text);
        PyMem_Free(names);
        names = next;
    }
}

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT, "spam", NULL, -1, methods, NULL, NULL, NULL, spam_free,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    PyObject *m;
    if (PyType_Ready(&Thing_Type) < 0) {
        return NULL;
    }
    m = PyModule_Create(&definition);
    if (m == NULL) {
        return NULL;
    }
    Py_INCREF(&Thing_Type);
    if (PyModule_AddObject(m, "Thing", (PyObject *)&Thing_Type) < 0) {
        Py_DECREF(&Thing_Type);
        Py_DECREF(m);
        return NULL;
    }
    return m;
}
