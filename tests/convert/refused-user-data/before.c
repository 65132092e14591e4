/* User data that does not surely lead to an instance where the state is needed. */
#include <Python.h>
#include <stdlib.h>

static PyObject *FeedError;

typedef struct {
    PyObject_HEAD
    struct {
        void *data;
    } *source;
    int kind;
} FeedObject;

static PyTypeObject Feed_Type;

struct given {
    void *data;
};

/* Whether it is one is only asked here. */
static int
compare_any(const void *one, const void *two, void *data)
{
    FeedObject *self = ((struct given *)data)->data;
    if (!PyObject_TypeCheck(self, &Feed_Type)) {
        PyErr_SetString(PyExc_TypeError, "not a feed");
    }
    return one < two;
}

/* It may be NULL, and the exception is needed then, too. */
static int
compare_null(const void *one, const void *two, void *data)
{
    FeedObject *self = ((struct given *)data)->data;
    if (self != NULL) {
        self->kind++;
    }
    PyErr_SetString(FeedError, "null");
    return one < two;
}

/* It is known too late. */
static int
compare_late(const void *one, const void *two, void *data)
{
    PyErr_SetString(FeedError, "late");
    FeedObject *self = ((struct given *)data)->data;
    self->kind++;
    return one < two;
}

/* A goto leads around it. */
static int
compare_goto(const void *one, const void *two, void *data)
{
    if (one == two) {
        goto fail;
    }
    FeedObject *self = ((struct given *)data)->data;
    self->kind++;
    return one < two;
fail:
    PyErr_SetString(FeedError, "goto");
    return 0;
}

/* There is no thread state in front of that. */
static int
compare_detached(const void *one, const void *two, void *data)
{
    FeedObject *self = ((struct given *)data)->data;
    int is_kind = self->kind != 0 && FeedError != NULL;
    PyGILState_STATE held = PyGILState_Ensure();
    PyErr_SetString(FeedError, "detached");
    PyGILState_Release(held);
    return is_kind || one < two;
}

/* One macro, several places: told once. */
#define HAS_ERROR() (FeedError != NULL)

static int
compare_first(const void *one, const void *two, void *data)
{
    FeedObject *self = ((struct given *)data)->data;
    int is_kind = self->kind != 0 && HAS_ERROR();
    PyGILState_STATE held = PyGILState_Ensure();
    PyErr_SetString(FeedError, "first");
    PyGILState_Release(held);
    return is_kind || one < two;
}

static int
compare_second(const void *one, const void *two, void *data)
{
    FeedObject *self = ((struct given *)data)->data;
    int is_kind = self->kind == 0 && HAS_ERROR();
    PyGILState_STATE held = PyGILState_Ensure();
    PyErr_SetString(FeedError, "second");
    PyGILState_Release(held);
    return is_kind || one < two;
}

/* It is another struct of that data. */
static int
compare_other(const void *one, const void *two, void *data)
{
    struct given *self = ((struct given *)data)->data;
    if (self == NULL) {
        PyErr_SetString(FeedError, "other");
    }
    return one < two;
}

static PyObject *
feed_sorted(PyObject *op, PyObject *Py_UNUSED(ignored))
{
    long numbers[2] = {2, 1};
    struct given given = {op};
    qsort_r(numbers, 2, sizeof(long), compare_any, &given);
    qsort_r(numbers, 2, sizeof(long), compare_null, &given);
    qsort_r(numbers, 2, sizeof(long), compare_late, &given);
    qsort_r(numbers, 2, sizeof(long), compare_goto, &given);
    qsort_r(numbers, 2, sizeof(long), compare_detached, &given);
    qsort_r(numbers, 2, sizeof(long), compare_first, &given);
    qsort_r(numbers, 2, sizeof(long), compare_second, &given);
    qsort_r(numbers, 2, sizeof(long), compare_other, &given);
    return PyLong_FromLong(numbers[0]);
}

static PyMethodDef feed_methods[] = {
    {"sorted", feed_sorted, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static PyTypeObject Feed_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "spam.Feed",
    .tp_basicsize = sizeof(FeedObject),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_methods = feed_methods,
    .tp_new = PyType_GenericNew,
};

static struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "spam",
    .m_size = -1,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    PyObject *m = PyModule_Create(&spam_module);
    if (m == NULL) {
        return NULL;
    }
    FeedError = PyErr_NewException("spam.FeedError", NULL, NULL);
    if (FeedError == NULL || PyType_Ready(&Feed_Type) < 0) {
        Py_DECREF(m);
        return NULL;
    }
    return m;
}
