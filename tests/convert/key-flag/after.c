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

typedef struct {
    long count;  /* the mutex guards it, and sets up nothing */
    int counted;
    regex_t pattern;
    int has_pattern;
    iconv_t converter;
    regex_t scratch;  /* given back at once */
} spam_state;

static inline spam_state *
get_spam_state(PyObject *module)
{
    return (spam_state *)PyModule_GetState(module);
}

static PyObject *
spam_count(PyObject *self, PyObject *unused)
{
    spam_state *state = get_spam_state(self);
    if (!has_mutex) {
        pthread_mutex_init(&mutex, NULL);
        has_mutex = 1;
    }
    pthread_mutex_lock(&mutex);
    state->count++;
    state->counted = 1;
    pthread_mutex_unlock(&mutex);
    return PyLong_FromLong(state->count + state->counted);
}

static PyObject *
spam_match(PyObject *self, PyObject *text)
{
    spam_state *state = get_spam_state(self);
    const char *chars = PyUnicode_AsUTF8(text);
    if (chars == NULL) {
        return NULL;
    }
    if (!state->has_pattern) {
        if (regcomp(&state->pattern, "^a+$", REG_EXTENDED) != 0) {
            return PyErr_NoMemory();
        }
        state->has_pattern = 1;
    }
    if (regcomp(&state->scratch, chars, 0) == 0) {
        regfree(&state->scratch);
    }
    if (state->converter == (iconv_t)-1) {
        state->converter = iconv_open("LATIN1", "UTF-8");
    }
    return PyBool_FromLong(regexec(&state->pattern, chars, 0, NULL, 0) == 0);
}

static PyMethodDef methods[] = {
    {"calls", spam_calls, METH_NOARGS, NULL},
    {"count", spam_count, METH_NOARGS, NULL},
    {"match", spam_match, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static int spam_exec(PyObject *module);

static PyModuleDef_Slot spam_slots[] = {
    {Py_mod_exec, spam_exec},
#ifdef Py_MOD_PER_INTERPRETER_GIL_SUPPORTED
    {Py_mod_multiple_interpreters, Py_MOD_MULTIPLE_INTERPRETERS_SUPPORTED},
#endif
    {0, NULL},
};

static struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT, "spam", NULL, sizeof(spam_state), methods,
    .m_slots = spam_slots,
};

static int
spam_exec(PyObject *module)
{
    spam_state *state = get_spam_state(module);
    state->converter = (iconv_t)-1;
    return 0;
}

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&spam_module);
}
