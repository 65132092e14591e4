/* A flag that tells of a key, or of a lock, which all modules share, stays with it; what a
 * library makes in a struct of the module is not given back with that. */
#include <Python.h>
#include <iconv.h>
#include <pthread.h>
#include <regex.h>

static pthread_key_t key;
static int has_key;

static pthread_mutex_t mutex;
static int has_mutex;

static long count; /* the mutex guards it, and sets up nothing */
static int counted;

static regex_t pattern;
static int has_pattern;
static iconv_t converter = (iconv_t)-1;
static regex_t scratch; /* given back at once */

static PyObject *
spam_calls(PyObject *self, PyObject *unused)
{
    if (!has_key) {
        if (pthread_key_create(&key, NULL) != 0) {
            return PyErr_NoMemory();
        }
        has_key = 1;
    }
    long calls = (long)pthread_getspecific(key) + 1;
    pthread_setspecific(key, (void *)calls);
    return PyLong_FromLong(calls);
}

static PyObject *
spam_count(PyObject *self, PyObject *unused)
{
    if (!has_mutex) {
        pthread_mutex_init(&mutex, NULL);
        has_mutex = 1;
    }
    pthread_mutex_lock(&mutex);
    count++;
    counted = 1;
    pthread_mutex_unlock(&mutex);
    return PyLong_FromLong(count + counted);
}

static PyObject *
spam_match(PyObject *self, PyObject *text)
{
    const char *chars = PyUnicode_AsUTF8(text);
    if (chars == NULL) {
        return NULL;
    }
    if (!has_pattern) {
        if (regcomp(&pattern, "^a+$", REG_EXTENDED) != 0) {
            return PyErr_NoMemory();
        }
        has_pattern = 1;
    }
    if (regcomp(&scratch, chars, 0) == 0) {
        regfree(&scratch);
    }
    if (converter == (iconv_t)-1) {
        converter = iconv_open("LATIN1", "UTF-8");
    }
    return PyBool_FromLong(regexec(&pattern, chars, 0, NULL, 0) == 0);
}

static PyMethodDef methods[] = {
    {"calls", spam_calls, METH_NOARGS, NULL},
    {"count", spam_count, METH_NOARGS, NULL},
    {"match", spam_match, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT, "spam", NULL, -1, methods,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModule_Create(&spam_module);
}
