/* Descriptors that come through functions and locals of the project. */
#include <Python.h>
#include <fcntl.h>
#include <stdint.h>
#include <sys/mman.h>
#include <unistd.h>

static int bus, device, at_times, scratch, measured, handed;
static unsigned long registers;

static int
open_bus(const char *path, int flags)
{
    int fd = open(path, flags);
    if (fd < 0) {
        return fd;
    }
    return lseek(fd, 0, SEEK_SET) < 0 ? -1 : fd;
}

static int
close_bus(int fd)
{
    return close(fd);
}

/* Its result is a number. */
static int
size_of(const char *path)
{
    int fd = open(path, O_RDONLY);
    int size = (int)lseek(fd, 0, SEEK_END);
    close(fd);
    return size;
}

static PyObject *
spam_open(PyObject *self, PyObject *arg)
{
    const char *path = PyUnicode_AsUTF8(arg);
    if (path == NULL) {
        return NULL;
    }
    bus = open_bus(path, O_RDWR);
    int fd = open_bus(path, O_RDONLY);
    if (fd < 0) {
        return PyErr_SetFromErrno(PyExc_OSError);
    }
    device = fd;
    at_times = fd > 10 ? open_bus(path, O_RDONLY) : -1;
    void *map = mmap(NULL, 4096, PROT_READ, MAP_SHARED, bus, 0);
    if (map == MAP_FAILED) {
        return PyErr_SetFromErrno(PyExc_OSError);
    }
    registers = (unsigned long)(uintptr_t)map;
    registers += 16;
    Py_RETURN_NONE;
}

static PyObject *
spam_measure(PyObject *self, PyObject *arg)
{
    const char *path = PyUnicode_AsUTF8(arg);
    if (path == NULL) {
        return NULL;
    }
    scratch = open_bus(path, O_RDONLY);
    long n = (long)lseek(scratch, 0, SEEK_END);
    close_bus(scratch);
    int fd = open_bus(path, O_RDONLY);
    handed = fd;
    n += (long)lseek(handed, 0, SEEK_END);
    close_bus(fd);
    measured = size_of(path);
    return PyLong_FromLong(n + measured + bus + device + at_times + (long)registers);
}

static PyMethodDef methods[] = {
    {"open", spam_open, METH_O, NULL},
    {"measure", spam_measure, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT, "spam", NULL, -1, methods, NULL, NULL, NULL, NULL,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModule_Create(&definition);
}
