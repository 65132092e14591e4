#include "../module.h"

/* Each path releases what it holds, or hands it on. */
struct holder {
    PyObject *item;
    PyObject *items[4];
};
extern struct holder *first_holder(void);
extern int keep_somewhere(PyObject *object);

static PyObject *
goes_to_error(PyObject *module, PyObject *arg)
{
    (void)module;
    PyObject *key = NULL, *value = NULL, *dict = PyDict_New();
    if (!dict || !(key = PyUnicode_FromString("key")) || (value = PyNumber_Long(arg)) == NULL
        || PyDict_SetItem(dict, key, value) < 0)
    {
        goto error;
    }
    Py_DECREF(key);
    Py_DECREF(value);
    return dict;
error:
    Py_XDECREF(key);
    Py_XDECREF(value);
    Py_XDECREF(dict);
    return NULL;
}

/* The same condition twice, and a flag that says who owns. */
static PyObject *
asks_twice(PyObject *module, PyObject *arg)
{
    (void)module;
    PyObject *text = NULL;
    int owned = 0;
    if (!PyUnicode_Check(arg)) {
        text = PyObject_Str(arg);
        if (text == NULL) {
            return NULL;
        }
        owned = 1;
    }
    else {
        text = arg;
    }
    Py_ssize_t size = PyUnicode_GetLength(text);
    if (owned) {
        Py_DECREF(text);
    }
    PyObject *other = NULL;
    if (PyLong_Check(arg)) {
        other = PyNumber_Index(arg);
        if (other == NULL) {
            return NULL;
        }
    }
    if (PyLong_Check(arg)) {
        Py_DECREF(other);
    }
    return PyLong_FromSsize_t(size);
}

/* A loop, with Py_CLEAR and Py_SETREF. */
static PyObject *
adds_up(PyObject *module, PyObject *arg)
{
    (void)module;
    PyObject *sum = PyLong_FromLong(0), *item = NULL, *iterator = PyObject_GetIter(arg);
    if (sum == NULL || iterator == NULL) {
        goto error;
    }
    while ((item = PyIter_Next(iterator)) != NULL) {
        PyObject *next = PyNumber_Add(sum, item);
        if (next == NULL) {
            goto error;
        }
        Py_CLEAR(item);
        PyObject *old = sum;
        sum = next;
        Py_DECREF(old);
    }
    if (PyErr_Occurred()) {
        goto error;
    }
    Py_DECREF(iterator);
    return sum;
error:
    Py_XDECREF(item);
    Py_XDECREF(iterator);
    Py_XDECREF(sum);
    return NULL;
}

/* Stolen, stored, handed to a function that is not seen, or to one that takes it. */
static int
take(PyObject *list, PyObject *object)
{
    if (object == NULL) {
        return -1;
    }
    int result = PyList_Append(list, object);
    Py_DECREF(object);
    return result;
}

static PyObject *
hands_on(PyObject *module, PyObject *arg)
{
    PyObject *pair = PyTuple_New(2);
    if (pair == NULL) {
        return NULL;
    }
    PyTuple_SET_ITEM(pair, 0, Py_NewRef(arg));
    PyTuple_SET_ITEM(pair, 1, PyObject_Repr(arg));
    if (take(pair, PyObject_Str(arg)) < 0) {
        Py_DECREF(pair);
        return NULL;
    }
    PyObject *kept = PyObject_Str(arg);
    if (kept == NULL || keep_somewhere(kept) < 0) {
        Py_DECREF(pair);
        return NULL;
    }
    struct holder *holder = first_holder();
    holder->item = PyObject_Str(arg);
    holder->items[0] = PyObject_Str(arg);
    if (PyErr_Occurred()) {
        Py_DECREF(pair);
        return NULL;
    }
    return Py_BuildValue("NNO", pair, PyObject_Repr(arg), module);
}

/* A small number that stands for no object. */
#define NOTHING ((PyObject *)1)
static PyObject *
gives_mark(PyObject *module, PyObject *arg)
{
    (void)module;
    PyObject *mark = PyUnicode_Check(arg) ? NOTHING : PyObject_Str(arg);
    if (mark == NULL) {
        return NULL;
    }
    if (mark != NOTHING) {
        Py_DECREF(mark);
    }
    Py_RETURN_NONE;
}

static int
spam_exec(PyObject *module)
{
    PyObject *error = PyErr_NewException("spam.Error", NULL, NULL);
    if (PyModule_AddObject(module, "Error", error) < 0) {
        Py_XDECREF(error);
        return -1;
    }
    return 0;
}

#if PY_VERSION_HEX >= 0x030F0000
/* It lends the module, as PyType_GetModule does. */
static PyObject *
compares_modules(PyObject *self, PyObject *unused)
{
    (void)unused;
    return PyBool_FromLong(PyType_GetModule_DuringGC(Py_TYPE(self)) == self);
}
#else
#define compares_modules gives_mark
#endif

/* A struct and what it begins with have one address. */
static PyObject *
makes_class(PyObject *module, PyObject *name)
{
    (void)module;
    PyHeapTypeObject *made = (PyHeapTypeObject *)PyType_Type.tp_alloc(&PyType_Type, 0);
    if (made == NULL) {
        return NULL;
    }
    made->ht_name = Py_NewRef(name);
    PyTypeObject *type = &made->ht_type;
    return (PyObject *)type;
}

/* What is handed on is taken, or lives for ever. */
static PyObject *
hands_to_takers(PyObject *module, PyObject *name)
{
    PyObject *list = PyList_New(1);
    if (list == NULL) {
        return NULL;
    }
    PyList_SET_ITEM(list, 0, PyLong_FromLong(0));
    if (PyList_SetItem(list, 0, PyObject_Repr(name)) < 0
        || PyModule_Add(module, "last", PyObject_Str(name)) < 0
        || PyObject_SetAttrString(module, "seen", PyBool_FromLong(1)) < 0
        || PyObject_SetAttrString(module, "limit", PyLong_FromLong(100)) < 0)
    {
        Py_DECREF(list);
        return NULL;
    }
    return Py_BuildValue("(NN)", list, PyObject_Str(name));
}

/* The number tells the caller whose the reference is. */
static PyObject *
find_or_make(PyObject *dict, PyObject *key, int *is_new)
{
    PyObject *found = PyDict_GetItemWithError(dict, key);
    if (found != NULL) {
        *is_new = 0;
        return found;
    }
    if (PyErr_Occurred()) {
        return NULL;
    }
    *is_new = 1;
    return PyList_New(0);
}

static PyObject *
counts_found(PyObject *module, PyObject *key)
{
    int is_new;
    PyObject *found = find_or_make(PyModule_GetDict(module), key, &is_new);
    if (found == NULL) {
        return NULL;
    }
    Py_ssize_t size = PyObject_Size(found);
    if (is_new) {
        Py_DECREF(found);
    }
    return size < 0 ? NULL : PyLong_FromSsize_t(size);
}

static PyObject *
encoded(PyObject *text, int *is_own)
{
    *is_own = PyUnicode_Check(text);
    if (*is_own) {
        return PyUnicode_AsUTF8String(text);
    }
    return text;
}

static PyObject *
counts_encoded(PyObject *module, PyObject *text)
{
    (void)module;
    int is_own;
    PyObject *bytes = encoded(text, &is_own);
    if (bytes == NULL) {
        return NULL;
    }
    Py_ssize_t size = PyObject_Size(bytes);
    if (is_own) {
        Py_DECREF(bytes);
    }
    return size < 0 ? NULL : PyLong_FromSsize_t(size);
}

static PyMethodDef methods[] = {
    {"counts_found", counts_found, METH_O, NULL},
    {"counts_encoded", counts_encoded, METH_O, NULL},
    {"hands_to_takers", hands_to_takers, METH_O, NULL},
    {"makes_class", makes_class, METH_O, NULL},
    {"compares_modules", compares_modules, METH_NOARGS, NULL},
    {"goes_to_error", goes_to_error, METH_O, NULL},
    {"asks_twice", asks_twice, METH_O, NULL},
    {"adds_up", adds_up, METH_O, NULL},
    {"hands_on", hands_on, METH_O, NULL},
    {"gives_mark", gives_mark, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};
static PyModuleDef_Slot slots[] = {
    {Py_mod_exec, spam_exec},
    INTERPRETERS_SLOT
    {0, NULL},
};
struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT, .m_name = "spam", .m_methods = methods, .m_slots = slots,
};

/* Whether the call failed is asked by the exception. */
PyObject *
list_unraised(PyObject *mapping)
{
    PyObject *items = PyMapping_Items(mapping);
    if (PyErr_Occurred()) {
        return NULL;
    }
    return items;
}

/* Where its scope ends, a function gets the address of the variable. */
static void
release(PyObject **place)
{
    Py_XDECREF(*place);
}

#define RELEASED __attribute__((__cleanup__(release)))

PyObject *
join_text(PyObject *self, PyObject *object)
{
    RELEASED PyObject *parts = PyList_New(0);
    if (parts == NULL || PyList_Append(parts, object) < 0) {
        return NULL;
    }
    return PyObject_Str(parts);
}

/* What it is asked counts. */
static int
convert_number(PyObject *object, void *place)
{
    RELEASED PyObject *value = PyObject_GetAttrString(object, "value");
    if (value == NULL) {
        return 0;
    }
    long number = PyLong_AsLong(value);
    if (number == -1 && PyErr_Occurred()) {
        return 0;
    }
    *(long *)place = number;
    return 1;
}

PyObject *
number_of(PyObject *self, PyObject *arguments)
{
    long number;
    return PyArg_ParseTuple(arguments, "O&", convert_number, &number) ? PyLong_FromLong(number)
                                                                      : NULL;
}

/* As a number, or as the address of anything, it is the caller's. */
long long
attribute_handle(PyObject *object)
{
    PyObject *value = PyObject_GetAttrString(object, "value");
    return (long long)(intptr_t)value;
}

void *
attribute_address(PyObject *object)
{
    PyObject *value = PyObject_GetAttrString(object, "value");
    return value;
}
