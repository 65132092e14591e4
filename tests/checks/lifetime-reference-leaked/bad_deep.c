/* A helper is followed from each place where it is called, also after it was too deep below
 * another. */
#include "../module.h"

static PyObject *helper_1(void);
static PyObject *helper_2(void);
static PyObject *helper_3(void);
static PyObject *helper_4(void);
static PyObject *helper_5(void);
static PyObject *helper_6(void);
static Py_ssize_t helper_7(void);
static PyObject *helper_8(void);

PyObject *
method(PyObject *self, PyObject *ignored)
{
    return helper_1();
}

static PyObject *
helper_1(void)
{
    return helper_2();
}

static PyObject *
helper_2(void)
{
    return helper_3();
}

static PyObject *
helper_3(void)
{
    return helper_4();
}

static PyObject *
helper_4(void)
{
    return helper_5();
}

static PyObject *
helper_5(void)
{
    return helper_6();
}

static PyObject *
helper_6(void)
{
    return PyLong_FromSsize_t(helper_7());
}

static Py_ssize_t
helper_7(void)
{
    PyObject *list = helper_8();  // want: lifetime-reference-leaked
    if (list == NULL) {
        return -1;
    }
    return PyList_Size(list);
}

static PyObject *
helper_8(void)
{
    return PyList_New(3);
}
