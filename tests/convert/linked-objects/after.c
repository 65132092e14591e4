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

typedef struct {
    Used *recent;
    Entry *table[8];
    Name *names;
    PyTypeObject *Thing_Type;
} spam_state;

#ifndef Py_TPFLAGS_IMMUTABLETYPE /* before Python 3.10 */
#define Py_TPFLAGS_IMMUTABLETYPE (1UL << 8)
#endif

static inline spam_state *
get_spam_state(PyObject *module)
{
    return (spam_state *)PyModule_GetState(module);
}

static int
use(spam_state *state, PyObject *key)
{
    Used *used = PyMem_Malloc(sizeof(Used));
    if (used == NULL) {
        PyErr_NoMemory();
        return -1;
    }
    Py_INCREF(key);
    used->key = key;
    used->next = state->recent;
    state->recent = used;
    return 0;
}

static PyObject *
remember(PyObject *self, PyObject *args)
{
    spam_state *state = get_spam_state(self);
    PyObject *key, *value;
    Py_hash_t hash;
    if (!PyArg_ParseTuple(args, "OO", &key, &value)) {
        return NULL;
    }
    hash = PyObject_Hash(key);
    if (hash == -1) {
        return NULL;
    }
    if (list_add(&state->table[(size_t)hash % 8], key, value) < 0
        || use(state, key) < 0) {
        return NULL;
    }
    Py_RETURN_NONE;
}

static PyObject *
add_name(PyObject *self, PyObject *args)
{
    spam_state *state = get_spam_state(self);
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
    name->next = state->names;
    state->names = name;
    Py_RETURN_NONE;
}

static PyObject *
count(PyObject *self, PyObject *unused)
{
    spam_state *state = get_spam_state(self);
    size_t number = 0, i;
    Entry *entry;
    Name *name;
    for (i = 0; i < 8; i++) {
        for (entry = state->table[i]; entry != NULL; entry = entry->behind) {
            number += Py_TYPE(entry->value) == state->Thing_Type;
        }
    }
    for (name = state->names; name != NULL; name = name->next) {
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

static void
Thing_dealloc(PyObject *self)
{
    PyTypeObject *tp = Py_TYPE(self);
    PyObject_GC_UnTrack(self);
    tp->tp_free(self);
    Py_DECREF(tp);
}

static int
Thing_traverse(PyObject *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    return 0;
}

static PyType_Slot Thing_Type_slots[] = {
    {Py_tp_new, PyType_GenericNew},
    {Py_tp_dealloc, Thing_dealloc},
    {Py_tp_traverse, Thing_traverse},
    {0, NULL},
};

static PyType_Spec Thing_Type_spec = {
    .name = "spam.Thing",
    .basicsize = sizeof(Thing),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC |
        Py_TPFLAGS_IMMUTABLETYPE,
    .slots = Thing_Type_slots,
};

static void
spam_free(void *module)
{
    spam_state *state = get_spam_state((PyObject *)module);
    size_t i;
    Used *used = state->recent;
    state->recent = NULL;
    while (used != NULL) {
        Used *next = used->next;
        Py_DECREF(used->key);
        PyMem_Free(used);
        used = next;
    }
    for (i = 0; i < 8; i++) {
        list_free(&state->table[i]);
    }
    while (state->names != NULL) {
        Name *next = state->names->next;
        Py_DECREF(state->names->text);
        PyMem_Free(state->names);
        state->names = next;
    }
    Py_CLEAR(state->Thing_Type);
}

static int
spam_traverse(PyObject *module, visitproc visit, void *arg)
{
    spam_state *state = get_spam_state(module);
    for (Used *node = state->recent; node != NULL; node = node->next) {
        Py_VISIT(node->key);
    }
    for (size_t i = 0; i < sizeof(state->table) / sizeof(*state->table); i++) {
        for (Entry *node = state->table[i]; node != NULL; node = node->behind) {
            Py_VISIT(node->key);
            Py_VISIT(node->value);
        }
    }
    Py_VISIT(state->Thing_Type);
    return 0;
}

static int
spam_clear(PyObject *module)
{
    spam_state *state = get_spam_state(module);
    for (Used *node = state->recent; node != NULL; node = node->next) {
        if (node->key != NULL) {
            Py_INCREF(Py_None);
            Py_SETREF(node->key, Py_None);
        }
    }
    for (size_t i = 0; i < sizeof(state->table) / sizeof(*state->table); i++) {
        for (Entry *node = state->table[i]; node != NULL; node = node->behind) {
            if (node->key != NULL) {
                Py_INCREF(Py_None);
                Py_SETREF(node->key, Py_None);
            }
            if (node->value != NULL) {
                Py_INCREF(Py_None);
                Py_SETREF(node->value, Py_None);
            }
        }
    }
    Py_CLEAR(state->Thing_Type);
    return 0;
}

static int spam_exec(PyObject *m);

static PyModuleDef_Slot spam_slots[] = {
    {Py_mod_exec, spam_exec},
#ifdef Py_MOD_PER_INTERPRETER_GIL_SUPPORTED
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
    {0, NULL},
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT, "spam", NULL, sizeof(spam_state), methods, spam_slots, spam_traverse, spam_clear, spam_free,
};

static int
spam_exec(PyObject *m)
{
    spam_state *state = get_spam_state(m);
    state->Thing_Type = (PyTypeObject *)PyType_FromModuleAndSpec(
        m, &Thing_Type_spec, NULL);
    if (state->Thing_Type == NULL) {
        return -1;
    }
    Py_INCREF(state->Thing_Type);
    if (PyModule_AddObject(m, "Thing", (PyObject *)state->Thing_Type) < 0) {
        Py_DECREF(state->Thing_Type);
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&definition);
}
