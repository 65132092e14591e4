/* Memory that one call uses, through helpers, and gives back at its end: the pointer stays, so
 * that to release it in m_free would be once too often. */
#include <Python.h>

#include <stdlib.h>

static long *items = NULL;
static int n_items, n_places;

static int
make_room(void)
{
    if (n_items == n_places) {
        n_places *= 2;
        items = realloc(items, (size_t)n_places * sizeof(long));
    }
    return items != NULL;
}

static int
collect(long number)
{
    if (number > 1 && !collect(number / 2)) {
        return 0;
    }
    if (!make_room()) {
        return 0;
    }
    items[n_items++] = number;
    return 1;
}

static PyObject *
halves(PyObject *self, PyObject *argument)
{
    long number = PyLong_AsLong(argument);
    if (number == -1 && PyErr_Occurred()) {
        return NULL;
    }
    n_items = 0;
    n_places = 4;
    items = malloc(4 * sizeof(long));
    if (items == NULL) {
        return PyErr_NoMemory();
    }
    int ok = collect(number);
    long sum = 0;
    for (int i = 0; i < n_items && ok; i++) {
        sum += items[i];
    }
    free(items);
    return ok ? PyLong_FromLong(sum) : PyErr_NoMemory();
}

static PyMethodDef methods[] = {
    {"halves", halves, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "spam",
    .m_size = -1,
    .m_methods = methods,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModule_Create(&spam_module);
}
