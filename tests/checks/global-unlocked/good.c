#include "../module.h"
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static FILE *log_file;  // want-note: state-static-data
static int n_lines;     // want-note: state-static-data

/* Called with the lock held. */
static void
write_line(const char *text)
{
    fputs(text, log_file);
    n_lines++;
}

static PyObject *
open_log(PyObject *module, PyObject *unused)
{
    pthread_mutex_lock(&mutex);
    if (log_file == NULL) {
        log_file = fopen("spam.log", "w");
    }
    pthread_mutex_unlock(&mutex);
    Py_RETURN_NONE;
}

static PyObject *
send(PyObject *module, PyObject *unused)
{
    pthread_mutex_lock(&mutex);
    write_line("sent");
    pthread_mutex_unlock(&mutex);
    Py_RETURN_NONE;
}

static PyMethodDef functions[] = {
    {"open_log", open_log, METH_NOARGS, NULL},
    {"send", send, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};
static PyModuleDef_Slot slots[] = {
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
    {0, NULL},
};
struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT, .m_name = "spam", .m_methods = functions, .m_slots = slots,
};
