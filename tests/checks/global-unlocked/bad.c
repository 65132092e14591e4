#include "../module.h"
#include <stdio.h>

struct connection;
struct connection *connection_open(const char *name);
int connection_send(struct connection *connection, const char *text);

static FILE *log_file;  // want: state-static-data
static struct {
    struct connection *connection;
} process;  // want: state-static-data
static struct connection *shared;  // want: state-static-data

static PyObject *
open_log(PyObject *module, PyObject *unused)
{
    log_file = fopen("spam.log", "w");  // want: global-unlocked
    shared = connection_open("spam");  // want: global-unlocked
    process.connection = shared;
    Py_RETURN_NONE;
}

static PyObject *
send(PyObject *module, PyObject *unused)
{
    fputs("sent", log_file);
    return PyLong_FromLong(connection_send(shared, "spam"));
}

static PyMethodDef functions[] = {
    {"open_log", open_log, METH_NOARGS, NULL},
    {"send", send, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};
static PyModuleDef_Slot slots[] = {
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},  // want: claim-own-gil-false
    {0, NULL},
};
struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT, .m_name = "spam", .m_methods = functions, .m_slots = slots,
};
