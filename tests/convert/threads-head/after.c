#include <Python.h>

/* For fields that threads change at the same time: C11 has atomic ones. */
#ifdef Py_GIL_DISABLED
#define SPAM_ATOMIC _Atomic
#else
#define SPAM_ATOMIC
#endif

/* The counter stands behind a macro that is a field without a semicolon. */
typedef struct {
    PyObject_HEAD
    SPAM_ATOMIC long n_steps;
    SPAM_ATOMIC long n_resets; /* behind a field that is spelled */
} Job;

static int
later(void *argument)
{
    Job *self = argument;
    self->n_resets++;
    Py_DECREF(self);
    return 0;
}

/* Pending calls take no section of the job. */
static int
step_later(void *argument)
{
    Job *self = argument;
    self->n_steps++;
    Py_DECREF(self);
    return 0;
}

static PyObject *
Job_step(Job *self, PyObject *Py_UNUSED(ignored))
{
    self->n_steps++;
    Py_RETURN_NONE;
}

static PyObject *
Job_start(Job *self, PyObject *Py_UNUSED(ignored))
{
    Py_INCREF(self);
    if (Py_AddPendingCall(later, self) < 0) {
        Py_DECREF(self);
    }
    Py_INCREF(self);
    if (Py_AddPendingCall(step_later, self) < 0) {
        Py_DECREF(self);
    }
    Py_RETURN_NONE;
}

static PyObject *
Job_steps(Job *self, PyObject *Py_UNUSED(ignored))
{
    return PyLong_FromLong(self->n_steps);
}

static PyObject *
Job_resets(Job *self, PyObject *Py_UNUSED(ignored))
{
    return PyLong_FromLong(self->n_resets);
}

static PyMethodDef Job_methods[] = {
    {"step", (PyCFunction)Job_step, METH_NOARGS, NULL},
    {"start", (PyCFunction)Job_start, METH_NOARGS, NULL},
    {"steps", (PyCFunction)Job_steps, METH_NOARGS, NULL},
    {"resets", (PyCFunction)Job_resets, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static PyType_Slot Job_slots[] = {
    {Py_tp_methods, Job_methods},
    {0, NULL},
};

static PyType_Spec Job_spec = {
    .name = "spam.Job",
    .basicsize = sizeof(Job),
    .flags = Py_TPFLAGS_DEFAULT,
    .slots = Job_slots,
};


static PyMethodDef spam_methods[] = {
    {NULL, NULL, 0, NULL},
};

static int
spam_exec(PyObject *module)
{
    PyObject *job = PyType_FromModuleAndSpec(module, &Job_spec, NULL);
    if (job == NULL) {
        return -1;
    }
    if (PyModule_AddType(module, (PyTypeObject *)job) < 0) {
        Py_DECREF(job);
        return -1;
    }
    Py_DECREF(job);
    return 0;
}

static PyModuleDef_Slot spam_slots[] = {
    {Py_mod_exec, spam_exec},
#ifdef Py_MOD_PER_INTERPRETER_GIL_SUPPORTED
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
#ifdef Py_MOD_GIL_NOT_USED
    {Py_mod_gil, Py_MOD_GIL_NOT_USED},
#endif
    {0, NULL},
};

static struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "spam",
    .m_size = 0,
    .m_methods = spam_methods,
    .m_slots = spam_slots,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&spam_module);
}
