/* Memoryviews, which may outlive the module: what they show stays where it is, unless an object
 * that the view keeps has it. */
#include <Python.h>

static char page[64];
static char line[64];
static char *room;
static char word[16];
static char format[] = "B";
static long n_views;

static PyObject *
show_page(PyObject *self, PyObject *unused)
{
    page[0]++;
    return PyMemoryView_FromMemory(page, sizeof(page), PyBUF_WRITE);
}

static PyObject *
show_line(PyObject *self, PyObject *unused)
{
    Py_buffer buffer;
    line[0]++;
    format[0] = 'b';
    if (PyBuffer_FillInfo(&buffer, NULL, line, sizeof(line), 1, PyBUF_SIMPLE) < 0) {
        return NULL;
    }
    buffer.format = format;
    return PyMemoryView_FromBuffer(&buffer);
}

static PyObject *
show_room(PyObject *self, PyObject *unused)
{
    if (room == NULL) {
        room = PyMem_Malloc(64);
        if (room == NULL) {
            return PyErr_NoMemory();
        }
    }
    n_views++;
    return PyMemoryView_FromMemory(room, 64, PyBUF_WRITE);
}

static PyMethodDef methods[] = {
    {"show_page", show_page, METH_NOARGS, NULL},
    {"show_line", show_line, METH_NOARGS, NULL},
    {"show_room", show_room, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

typedef struct {
    PyObject_HEAD
} Word;

static int
Word_getbuffer(PyObject *self, Py_buffer *view, int flags)
{
    word[0]++;
    return PyBuffer_FillInfo(view, self, word, sizeof(word), 0, flags);
}

static PyBufferProcs Word_as_buffer = {Word_getbuffer, NULL};

static PyTypeObject Word_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "spam.Word",
    .tp_basicsize = sizeof(Word),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_as_buffer = &Word_as_buffer,
    .tp_new = PyType_GenericNew,
};

static void
spam_free(void *module)
{
    PyMem_Free(room);
    room = NULL;
}

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT, "spam", NULL, -1, methods, NULL, NULL, NULL, spam_free,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    PyObject *m;
    if (PyType_Ready(&Word_Type) < 0) {
        return NULL;
    }
    m = PyModule_Create(&definition);
    if (m == NULL) {
        return NULL;
    }
    Py_INCREF(&Word_Type);
    if (PyModule_AddObject(m, "Word", (PyObject *)&Word_Type) < 0) {
        Py_DECREF(&Word_Type);
        Py_DECREF(m);
        return NULL;
    }
    return m;
}
