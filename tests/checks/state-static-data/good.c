/* The same for all: nothing here changes after the import. */
#include "../module.h"

#include <pthread.h>

static const int constant = 3;
static int never_written = 4;
static unsigned char table[256];
static int table_is_made;
static int *cursor;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static PyThread_type_lock lock;
static struct {
    pthread_mutex_t mutex;
    pthread_cond_t condition;
} gate = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER};
static Py_tss_t key = Py_tss_NEEDS_INIT;
static const char *names[] = {"a", "b"};
static char plain_names[2][8] = {"a", "b"};
static int dead;

static void
make_table(void)
{
    for (int i = 0; i < 256; i++) {
        table[i] = (unsigned char)(255 - i);
        table[i] += 1;
    }
    table_is_made = 1;
}

static size_t
size_of(const char *text)
{
    return strlen(text);
}

static int
not_compiled_in(void)
{
    return ++dead;
}

static PyObject *
spam_get(PyObject *module, PyObject *args, PyObject *kwargs)
{
    static char *keywords[] = {"number", NULL};
    static const char doc[] = "doc";
    int number;
    if (!PyArg_ParseTupleAndKeywords(args, kwargs, "i", keywords, &number)) {
        return NULL;
    }
    pthread_mutex_lock(&gate.mutex);
    pthread_cond_broadcast(&gate.condition);
    pthread_mutex_unlock(&gate.mutex);
    pthread_mutex_lock(&mutex);
    PyThread_tss_set(&key, module);
    PyThread_acquire_lock(lock, WAIT_LOCK);
    cursor[number] = 1;
    pthread_mutex_unlock(&mutex);
    return PyLong_FromSize_t(size_of(plain_names[1]) + size_of(names[0]) + size_of(doc)
                             + table[number & 255] + (size_t)never_written
                             + (size_t)constant + (size_t)table_is_made);
}

static PyMethodDef methods[] = {
    {"get", (PyCFunction)(void (*)(void))spam_get, METH_VARARGS | METH_KEYWORDS, NULL},
    {NULL, NULL, 0, NULL},
};

static int
spam_exec(PyObject *module)
{
    static int numbers[4];
    cursor = numbers;
    lock = PyThread_allocate_lock();
    make_table();
    return 0;
}

static PyModuleDef_Slot slots[] = {{Py_mod_exec, spam_exec}, INTERPRETERS_SLOT {0, NULL}};
static PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT, .m_name = "spam", .m_methods = methods, .m_slots = slots,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&spam_module);
}
