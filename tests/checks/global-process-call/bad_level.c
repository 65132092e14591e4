/* Two interpreters with a GIL each may call strtok at a time: more than a note, but not at
 * import, not under a lock, and not where only the process is affected. */
#include "../module.h"
#include <pthread.h>
#include <pwd.h>
#include <string.h>
#include <unistd.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static PyObject *
split(PyObject *module, PyObject *unused)
{
    char text[] = "a b";
    return PyUnicode_FromString(strtok(text, " "));  // want-warning: global-process-call
}

static PyObject *
home(PyObject *module, PyObject *unused)
{
    struct passwd entry, *found = NULL;
    char text[1024];
    getpwuid_r(getuid(), &entry, text, sizeof(text), &found);
    return PyUnicode_FromString(getpwuid(getuid())->pw_dir);  // want-warning: global-process-call
}

static PyObject *
split_locked(PyObject *module, PyObject *unused)
{
    char text[] = "a b";
    pthread_mutex_lock(&mutex);
    PyObject *word = PyUnicode_FromString(strtok(text, " "));  // want-note: global-process-call
    pthread_mutex_unlock(&mutex);
    return word;
}

static PyObject *
leave(PyObject *module, PyObject *unused)
{
    return PyLong_FromLong(chdir("/"));  // want-note: global-process-call
}

static int
spam_exec(PyObject *module)
{
    char text[] = "a b";
    return strtok(text, " ") == NULL;  // want-note: global-process-call
}

static PyMethodDef methods[] = {
    {"home", home, METH_NOARGS, NULL},
    {"split", split, METH_NOARGS, NULL},
    {"split_locked", split_locked, METH_NOARGS, NULL},
    {"leave", leave, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};
static PyModuleDef_Slot slots[] = {
    {Py_mod_exec, spam_exec}, INTERPRETERS_SLOT {0, NULL},
};
static PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT, .m_name = "spam", .m_methods = methods, .m_slots = slots,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&spam_module);
}
