/* The flag is set, atomically, before the table is filled: another thread reads zeros. */
#include <Python.h>

static int ready;  // want-note: state-static-data
static unsigned table[256];  // want: state-static-data

static void
fill_table(void)
{
    for (unsigned i = 0; i < 256; i++) {
        unsigned c = i;
        for (int k = 0; k < 8; k++) {
            c = c & 1 ? 0xedb88320u ^ (c >> 1) : c >> 1;
        }
        table[i] = c;
    }
}

static PyObject *
spam_crc(PyObject *module, PyObject *arg)
{
    char *data;
    Py_ssize_t size;
    if (PyBytes_AsStringAndSize(arg, &data, &size) < 0) {
        return NULL;
    }
    if (!__atomic_exchange_n(&ready, 1, __ATOMIC_SEQ_CST)) {
        fill_table();
    }
    unsigned crc = ~0u;
    for (Py_ssize_t i = 0; i < size; i++) {
        crc = table[(crc ^ (unsigned char)data[i]) & 0xff] ^ (crc >> 8);
    }
    return PyLong_FromUnsignedLong(~crc);
}

static PyMethodDef spam_methods[] = {
    {"crc", (PyCFunction)spam_crc, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static PyModuleDef_Slot spam_slots[] = {
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},  // want: claim-own-gil-false
    {Py_mod_gil, Py_MOD_GIL_NOT_USED},  // want: claim-gil-not-used
    {0, NULL},
};

/* It needs Python 3.13. */
static struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT, "spam", NULL, 0,
    spam_methods, spam_slots, NULL, NULL, NULL,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&spam_module);
}
