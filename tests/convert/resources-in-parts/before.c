/* Descriptors, and what the elements of an array and the members of a struct hold, are the
 * module's own afterwards: nobody gives them back, and the plan says so. */
#include <Python.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

static int zero = -1;
static volatile unsigned *pages[4];
static volatile unsigned *page;
static struct {
    char *text;
    size_t size;
} cache;
static struct {
    PyObject *name;
    char *text;
} named;

static PyObject *
get(PyObject *self, PyObject *arg)
{
    long i = PyLong_AsLong(arg) & 3;
    if (zero < 0) {
        zero = open("/dev/zero", O_RDONLY);
    }
    if (pages[i] == NULL) {
        pages[i] = (unsigned *)mmap(NULL, 4096, PROT_READ, MAP_PRIVATE, zero, 0);
    }
    if (page == NULL) {
        page = (unsigned *)mmap(NULL, 4096, PROT_READ, MAP_PRIVATE, zero, 0);
    }
    if (cache.text == NULL) {
        cache.text = malloc(10);
        cache.size = 10;
    }
    if (named.text == NULL) {
        named.text = malloc(10);
    }
    Py_XSETREF(named.name, Py_NewRef(arg));
    return PyLong_FromLong((long)pages[i][0] + (long)page[0] + (long)cache.size);
}

/* Closed where it is opened. */
static int meanwhile;

static PyObject *
look(PyObject *Py_UNUSED(self), PyObject *Py_UNUSED(ignored))
{
    char byte = 0;
    meanwhile = open("/dev/zero", O_RDONLY);
    if (meanwhile < 0 || read(meanwhile, &byte, 1) != 1) {
        return PyErr_SetFromErrno(PyExc_OSError);
    }
    close(meanwhile);
    return PyLong_FromLong(byte);
}

/* Opened by one function, and closed by another. */
static int between;

static void
begin(void)
{
    between = open("/dev/zero", O_RDONLY);
}

static void
end(void)
{
    close(between);
}

static PyObject *
peek(PyObject *Py_UNUSED(self), PyObject *Py_UNUSED(ignored))
{
    char byte = 1;
    begin();
    if (read(between, &byte, 1) != 1) {
        byte = 2;
    }
    end();
    return PyLong_FromLong(byte);
}

static PyMethodDef methods[] = {
    {"peek", peek, METH_NOARGS, NULL},
    {"look", look, METH_NOARGS, NULL},
    {"get", get, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT, .m_name = "spam", .m_size = -1, .m_methods = methods,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModule_Create(&spam_module);
}
