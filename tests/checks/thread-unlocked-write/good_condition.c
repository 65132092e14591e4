/* A number is changed under a mutex that a condition variable waits with. */
#include <Python.h>
#include <pthread.h>

typedef struct {
    PyObject_HEAD
    pthread_mutex_t mutex;
    pthread_cond_t cond;
    long n;
} Box;

static PyObject *
Box_new(PyTypeObject *type, PyObject *args, PyObject *kwargs)
{
    Box *self = (Box *)type->tp_alloc(type, 0);
    if (self == NULL) {
        return NULL;
    }
    pthread_mutex_init(&self->mutex, NULL);
    pthread_cond_init(&self->cond, NULL);
    return (PyObject *)self;
}

static PyObject *
Box_take(Box *self, PyObject *unused)
{
    Py_BEGIN_ALLOW_THREADS
    pthread_mutex_lock(&self->mutex);
    while (self->n == 0) {
        pthread_cond_wait(&self->cond, &self->mutex);
    }
    self->n--;
    pthread_mutex_unlock(&self->mutex);
    Py_END_ALLOW_THREADS
    Py_RETURN_NONE;
}

static PyObject *
Box_put(Box *self, PyObject *unused)
{
    Py_BEGIN_ALLOW_THREADS
    pthread_mutex_lock(&self->mutex);
    self->n++;
    pthread_cond_signal(&self->cond);
    pthread_mutex_unlock(&self->mutex);
    Py_END_ALLOW_THREADS
    Py_RETURN_NONE;
}

static PyMethodDef Box_methods[] = {
    {"take", (PyCFunction)Box_take, METH_NOARGS, NULL},
    {"put", (PyCFunction)Box_put, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static PyType_Slot Box_slots[] = {
    {Py_tp_methods, Box_methods},
    {Py_tp_new, (void *)Box_new},
    {0, NULL},
};

static PyType_Spec Box_spec = {
    "spam.Box", sizeof(Box), 0,
    Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE, Box_slots,
};

static PyMethodDef spam_methods[] = {
    {NULL, NULL, 0, NULL},
};

static int
spam_exec(PyObject *module)
{
    PyObject *box_type = PyType_FromModuleAndSpec(module, &Box_spec, NULL);
    if (box_type == NULL) {
        return -1;
    }
    int box_rc = PyModule_AddType(module, (PyTypeObject *)box_type);
    Py_DECREF(box_type);
    if (box_rc < 0) {
        return -1;
    }
    return 0;
}

static PyModuleDef_Slot spam_slots[] = {
    {Py_mod_exec, (void *)spam_exec},
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
    {Py_mod_gil, Py_MOD_GIL_NOT_USED},
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
