#include "../module.h"

/* Paths that end with a new reference still held. */
static PyObject *
returns_early(PyObject *module, PyObject *arg)
{
    (void)module;
    PyObject *list = PyList_New(0);  // want: lifetime-reference-leaked
    if (list == NULL) {
        return NULL;
    }
    if (PyList_Append(list, arg) < 0) {
        return NULL;
    }
    return list;
}

static PyObject *
goes_to_error(PyObject *module, PyObject *arg)
{
    (void)module;
    PyObject *key = NULL, *value = NULL, *dict = PyDict_New();
    if (dict == NULL) {
        goto error;
    }
    key = PyUnicode_FromString("key");  // want: lifetime-reference-leaked
    if (key == NULL) {
        goto error;
    }
    value = PyNumber_Long(arg);
    if (value == NULL) {
        goto error;
    }
    if (PyDict_SetItem(dict, key, value) < 0) {
        goto error;
    }
    Py_DECREF(key);
    Py_DECREF(value);
    return dict;
error:
    Py_XDECREF(value);
    Py_XDECREF(dict);
    return NULL;
}

static PyObject *
overwrites_in_loop(PyObject *module, PyObject *arg)
{
    (void)module;
    Py_ssize_t n = PyList_Size(arg);
    PyObject *item = NULL;
    for (Py_ssize_t i = 0; i < n; i++) {
        item = PySequence_GetItem(arg, i);  // want: lifetime-reference-leaked
        if (item == NULL) {
            return NULL;
        }
    }
    Py_XDECREF(item);
    Py_RETURN_NONE;
}

static PyObject *
drops_result(PyObject *module, PyObject *arg)
{
    (void)module;
    PyObject_CallNoArgs(arg);  // want: lifetime-reference-leaked
    if (PyErr_Occurred()) {
        return NULL;
    }
    Py_RETURN_NONE;
}

/* A helper gives a new reference. */
static PyObject *
make_name(PyObject *arg)
{
    PyObject *name = PyObject_Str(arg);
    if (name == NULL) {
        return NULL;
    }
    return name;
}

static PyObject *
forgets_result_of_helper(PyObject *module, PyObject *arg)
{
    PyObject *name = make_name(arg);  // want: lifetime-reference-leaked
    if (name == NULL) {
        return NULL;
    }
    return PyObject_GetAttr(module, name);
}

static PyObject *
forgets_after_switch(PyObject *module, PyObject *arg)
{
    (void)module;
    PyObject *result = PyObject_Repr(arg);  // want: lifetime-reference-leaked
    if (result == NULL) {
        return NULL;
    }
    switch (PyUnicode_GetLength(result)) {
    case 0:
        Py_DECREF(result);
        Py_RETURN_NONE;
    case 1:
        PyErr_SetString(PyExc_ValueError, "too short");
        return NULL;
    default:
        break;
    }
    return result;
}

static PyType_Slot spam_slots[] = {{0, NULL}};
static PyType_Spec spam_spec = {
    "spam.Spam", sizeof(PyObject), 0,
    Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE | Py_TPFLAGS_DISALLOW_INSTANTIATION,
    spam_slots,
};

static int
spam_exec(PyObject *module)
{
    PyObject *type = PyType_FromModuleAndSpec(module, &spam_spec, NULL);  // want: lifetime-reference-leaked
    if (type == NULL) {
        return -1;
    }
    if (PyModule_AddType(module, (PyTypeObject *)type) < 0) {
        return -1;
    }
    Py_DECREF(type);
    PyObject *error = PyErr_NewException("spam.Error", NULL, NULL);  // want: lifetime-reference-leaked
    if (error == NULL) {
        return -1;
    }
    if (PyModule_AddObject(module, "Error", error) < 0) {
        return -1;
    }
    return 0;
}

static PyObject *
hands_to_borrowers(PyObject *module, PyObject *name)
{
    (void)module;
    PyObject *result = PyDict_New();
    if (result == NULL
        || PyDict_SetItem(result, name, PyUnicode_FromString("x")) < 0  // want: lifetime-reference-leaked
        || PyDict_SetItemString(result, "y", PyLong_FromLong(1000)) < 0)  // want: lifetime-reference-leaked
    {
        Py_XDECREF(result);
        return NULL;
    }
    return result;
}

static const char *
text_of(PyObject *object)
{
    return PyUnicode_AsUTF8(PyObject_Repr(object));  // want: lifetime-reference-leaked
}

static PyObject *
length_of(PyObject *module, PyObject *object)
{
    (void)module;
    return PyLong_FromSize_t(strlen(text_of(object)));
}

/* The number tells nothing about the reference, which is always new. */
static PyObject *
make_list(PyObject *object, int *is_empty)
{
    *is_empty = object == Py_None;
    return *is_empty ? PyList_New(0) : PySequence_List(object);
}

static PyObject *
counts_list(PyObject *module, PyObject *object)
{
    (void)module;
    int is_empty;
    PyObject *list = make_list(object, &is_empty);  // want: lifetime-reference-leaked
    if (list == NULL) {
        return NULL;
    }
    Py_ssize_t size = PyList_Size(list);
    if (is_empty) {
        Py_DECREF(list);
    }
    return PyLong_FromSsize_t(size);
}

static PyMethodDef methods[] = {
    {"counts_list", counts_list, METH_O, NULL},
    {"hands_to_borrowers", hands_to_borrowers, METH_O, NULL},
    {"length_of", length_of, METH_O, NULL},
    {"returns_early", returns_early, METH_O, NULL},
    {"goes_to_error", goes_to_error, METH_O, NULL},
    {"overwrites_in_loop", overwrites_in_loop, METH_O, NULL},
    {"drops_result", drops_result, METH_O, NULL},
    {"forgets_result_of_helper", forgets_result_of_helper, METH_O, NULL},
    {"forgets_after_switch", forgets_after_switch, METH_O, NULL},
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

/* The second call may have raised. */
PyObject *
list_length(PyObject *mapping)
{
    PyObject *items = PyMapping_Items(mapping);  // want: lifetime-reference-leaked
    if (items == NULL) {
        return NULL;
    }
    Py_ssize_t n = PyObject_Size(items);
    if (PyErr_Occurred()) {
        return NULL;
    }
    Py_DECREF(items);
    return PyLong_FromSsize_t(n);
}

/* More ways to end than are kept, which differ in what was NULL only. */
static PyObject *
make_row(PyObject *first, PyObject *second, PyObject *third, PyObject *fourth)
{
    Py_ssize_t n = 0;
    n += first != NULL ? 1 : 0;
    n += second != NULL ? 1 : 0;
    n += third != NULL ? 1 : 0;
    n += fourth != NULL ? 1 : 0;
    PyObject *row = PyList_New(0);
    if (row == NULL || PyList_Append(row, Py_None) < 0) {
        Py_XDECREF(row);
        return NULL;
    }
    if (n == 4 && PyList_Append(row, Py_True) < 0) {
        Py_DECREF(row);
        return NULL;
    }
    return row;
}

PyObject *
row_length(PyObject *first, PyObject *second, PyObject *third, PyObject *fourth)
{
    PyObject *row = make_row(first, second, third, fourth);  // want: lifetime-reference-leaked
    if (row == NULL) {
        return NULL;
    }
    return PyLong_FromSsize_t(PyList_GET_SIZE(row));
}

/* Too many paths to follow them all. */
int
count_options(PyObject *object, const int *options)
{
    int a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0;
    PyObject *text = PyObject_Str(object);  // want: lifetime-reference-leaked
    if (text == NULL) {
        return -1;
    }
    if (options[0] > 7) {
        a = 1;
    }
    if (options[1] > 7) {
        b = 1;
    }
    if (options[2] > 7) {
        c = 1;
    }
    if (options[3] > 7) {
        d = 1;
    }
    if (options[4] > 7) {
        e = 1;
    }
    if (options[5] > 7) {
        f = 1;
    }
    if (options[6] > 7) {
        g = 1;
    }
    if (options[7] > 7) {
        h = 1;
    }
    if (PyObject_SetAttrString(object, "text", text) < 0) {
        return -1;
    }
    Py_DECREF(text);
    return a + b + c + d + e + f + g + h;
}

/* Loops that stand in macros, in all their parts. */
#define FOR_EACH(i, n) for (; i < n; i++)
#define FOR_ALL(i, n) for (i = 0; i < n;)
#define FOR_EVER(i) for (i = 0;; i++)
#define EVER for (;;)

int
set_each(PyObject *object, Py_ssize_t n)
{
    Py_ssize_t i = 0;
    PyObject *text = PyObject_Str(object);  // want: lifetime-reference-leaked
    if (text == NULL) {
        return -1;
    }
    FOR_EACH(i, n) {
        if (PyObject_SetAttrString(object, "text", text) < 0) {
            return -1;
        }
    }
    Py_DECREF(text);
    return 0;
}

int
set_all(PyObject *object, Py_ssize_t n)
{
    Py_ssize_t i;
    PyObject *text = PyObject_Str(object);  // want: lifetime-reference-leaked
    if (text == NULL) {
        return -1;
    }
    FOR_ALL(i, n) {
        if (PyObject_SetAttrString(object, "text", text) < 0) {
            return -1;
        }
        i++;
    }
    Py_DECREF(text);
    return 0;
}

int
set_until(PyObject *object, Py_ssize_t n)
{
    Py_ssize_t i;
    PyObject *text = PyObject_Str(object);  // want: lifetime-reference-leaked
    if (text == NULL) {
        return -1;
    }
    FOR_EVER(i) {
        if (PyObject_SetAttrString(object, "text", text) < 0) {
            return -1;
        }
        if (i == n) {
            break;
        }
    }
    Py_DECREF(text);
    return 0;
}

int
set_ever(PyObject *object)
{
    PyObject *text = PyObject_Str(object);  // want: lifetime-reference-leaked
    if (text == NULL) {
        return -1;
    }
    EVER {
        if (PyObject_SetAttrString(object, "text", text) < 0) {
            return -1;
        }
        if (PyObject_IsTrue(object) != 0) {
            break;
        }
    }
    Py_DECREF(text);
    return 0;
}

/* Whether there is one is no reference. */
int
has_value(PyObject *object)
{
    PyObject *value = PyObject_GetAttrString(object, "value");  // want: lifetime-reference-leaked
    return value != NULL;
}

/* What an assertion asks ends no way. */
struct counter {
    PyObject *number, *step;
};

PyObject *
next_number(struct counter *counter)
{
    PyObject *number = counter->number;
    if (number == NULL) {
        number = PyLong_FromSsize_t(PY_SSIZE_T_MAX);  // want: lifetime-reference-leaked
        if (number == NULL) {
            return NULL;
        }
    }
    assert(counter->step != NULL && number != NULL);
    PyObject *stepped = PyNumber_Add(number, counter->step);
    if (stepped == NULL) {
        return NULL;
    }
    counter->number = stepped;
    return number;
}
