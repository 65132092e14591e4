/* State from module functions: a cache, which each module object has for itself.
 *
 * A function of the module gets the module object as its first argument; the state is one
 * look-up away (guide: "Module State Access from Functions"). */
#include <insulate.h>

#define FUNCTIONS_FIELDS(X) \
    X(OBJECT, cache)        \
    X(DATA, long n_hits)
INSULATE_STATE(functions, FUNCTIONS_FIELDS)

/* *Owned*: the number of words of `text`, not from the cache. */
static PyObject *
count_words(PyObject *text)
{
    PyObject *words = PyUnicode_Split(text, NULL, -1);
    PyObject *number = NULL;
    if (words != NULL) {
        number = PyLong_FromSsize_t(PyList_Size(words));
        Py_DECREF(words);
    }
    return number;
}

static PyObject *
words(PyObject *module, PyObject *text)
{
    functions_state *state = functions_state_from_module(module);
    PyObject *number;

    if (!PyUnicode_Check(text)) {
        PyErr_SetString(PyExc_TypeError, "words() takes a str");
        return NULL;
    }
    /* Not PyDict_GetItem: what that lends another thread may drop meanwhile. */
    number = PyObject_GetItem(state->cache, text);
    if (number != NULL) {
        __atomic_add_fetch(&state->n_hits, 1, __ATOMIC_RELAXED);
        return number;
    }
    if (!PyErr_ExceptionMatches(PyExc_KeyError)) {
        return NULL;
    }
    PyErr_Clear();
    number = count_words(text);
    if (number != NULL && PyObject_SetItem(state->cache, text, number) < 0) {
        Py_CLEAR(number);
    }
    return number;
}

static PyObject *
hits(PyObject *module, PyObject *unused)
{
    functions_state *state = functions_state_from_module(module);
    (void)unused;
    return PyLong_FromLong(__atomic_load_n(&state->n_hits, __ATOMIC_RELAXED));
}

static PyMethodDef functions_methods[] = {
    INSULATE_METHOD("words", words, METH_O,
                    "words($module, text, /)\n--\n\nHow many words the text has."),
    INSULATE_METHOD("hits", hits, METH_NOARGS,
                    "hits($module, /)\n--\n\nHow often the cache had the answer."),
    INSULATE_METHODS_END};

static int
functions_exec(PyObject *module, functions_state *state)
{
    (void)module;
    state->cache = PyDict_New();
    return state->cache == NULL ? -1 : 0;
}

INSULATE_MODULE(functions, functions, "Counts words.", functions_methods, functions_exec,
                OWN_GIL, GIL_NOT_USED)
