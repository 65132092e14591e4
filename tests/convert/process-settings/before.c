/* What a setting of the process was before, and whether it was changed, is known once. */
#include <Python.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <termios.h>

static struct sigaction old_action;
static int is_installed;
static void (*old_handler)(int);
static mode_t old_mask;
static struct termios saved;
static int (*old_hook)(void);
static int is_registered, is_seeded;
static int n_calls; /* the module's own */

static void
say_goodbye(void)
{
    puts("goodbye");
}

static void
interrupt(int number)
{
    (void)number;
    PyErr_SetInterrupt();
}

static int
hook(void)
{
    return 0;
}

static PyObject *
install(PyObject *self, PyObject *unused)
{
    struct sigaction action = {.sa_handler = interrupt};
    if (!is_installed) {
        if (sigaction(SIGUSR1, &action, &old_action) < 0) {
            return PyErr_SetFromErrno(PyExc_OSError);
        }
        is_installed = 1;
    }
    if (!is_registered) {
        atexit(say_goodbye);
        is_registered = 1;
    }
    if (!is_seeded) {
        srand(1);
        is_seeded = 1;
    }
    old_handler = signal(SIGUSR2, interrupt);
    old_mask = umask(077);
    old_hook = PyOS_InputHook;
    PyOS_InputHook = hook;
    n_calls++;
    Py_RETURN_NONE;
}

static PyObject *
restore(PyObject *self, PyObject *unused)
{
    if (is_installed) {
        sigaction(SIGUSR1, &old_action, NULL);
        is_installed = 0;
    }
    signal(SIGUSR2, old_handler);
    umask(old_mask);
    PyOS_InputHook = old_hook;
    return PyLong_FromLong(n_calls);
}

static PyObject *
raw(PyObject *self, PyObject *unused)
{
    struct termios changed;
    if (tcgetattr(0, &saved) < 0) {
        return PyErr_SetFromErrno(PyExc_OSError);
    }
    changed = saved;
    cfmakeraw(&changed);
    tcsetattr(0, TCSANOW, &changed);
    Py_RETURN_NONE;
}

static PyObject *
cooked(PyObject *self, PyObject *unused)
{
    tcsetattr(0, TCSANOW, &saved);
    Py_RETURN_NONE;
}

static PyMethodDef methods[] = {
    {"install", install, METH_NOARGS, NULL},
    {"restore", restore, METH_NOARGS, NULL},
    {"raw", raw, METH_NOARGS, NULL},
    {"cooked", cooked, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT, "spam", NULL, -1, methods,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModule_Create(&definition);
}
