/* Descriptors that come through functions and locals of the project. */
#include <Python.h>
#include <fcntl.h>
#include <stdint.h>
#include <sys/mman.h>
#include <unistd.h>

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

typedef struct {
    int bus;
    int device;
    int at_times;
    int scratch;
    int measured;
    int handed;
    unsigned long registers;
} spam_state;

static inline spam_state *
get_spam_state(PyObject *module)
{
    return (spam_state *)PyModule_GetState(module);
}

static PyObject *
spam_open(PyObject *self, PyObject *arg)
{
    spam_state *state = get_spam_state(self);
    const char *path = PyUnicode_AsUTF8(arg);
    if (path == NULL) {
        return NULL;
    }
    state->bus = open_bus(path, O_RDWR);
    int fd = open_bus(path, O_RDONLY);
    if (fd < 0) {
        return PyErr_SetFromErrno(PyExc_OSError);
    }
    state->device = fd;
    state->at_times = fd > 10 ? open_bus(path, O_RDONLY) : -1;
    void *map = mmap(NULL, 4096, PROT_READ, MAP_SHARED, state->bus, 0);
    if (map == MAP_FAILED) {
        return PyErr_SetFromErrno(PyExc_OSError);
    }
    state->registers = (unsigned long)(uintptr_t)map;
    state->registers += 16;
    Py_RETURN_NONE;
}

static PyObject *
spam_measure(PyObject *self, PyObject *arg)
{
    spam_state *state = get_spam_state(self);
    const char *path = PyUnicode_AsUTF8(arg);
    if (path == NULL) {
        return NULL;
    }
    state->scratch = open_bus(path, O_RDONLY);
    long n = (long)lseek(state->scratch, 0, SEEK_END);
    close_bus(state->scratch);
    int fd = open_bus(path, O_RDONLY);
    state->handed = fd;
    n += (long)lseek(state->handed, 0, SEEK_END);
    close_bus(fd);
    state->measured = size_of(path);
    return PyLong_FromLong(n + state->measured + state->bus + state->device + state->at_times + (long)state->registers);
}

static PyMethodDef methods[] = {
    {"open", spam_open, METH_O, NULL},
    {"measure", spam_measure, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static PyModuleDef_Slot spam_slots[] = {
#ifdef Py_MOD_PER_INTERPRETER_GIL_SUPPORTED
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
    {0, NULL},
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT, "spam", NULL, sizeof(spam_state), methods, spam_slots, NULL, NULL, NULL,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&definition);
}
