/* rand_r with a seed of the instance, in a section. */
#include <Python.h>
#include <stdlib.h>

typedef struct {
    PyObject_HEAD
    unsigned seed;
} Dice;

static PyObject *
Dice_new(PyTypeObject *type, PyObject *args, PyObject *kwargs)
{
    Dice *self = (Dice *)type->tp_alloc(type, 0);
    if (self == NULL) {
        return NULL;
    }
    self->seed = 42;
    return (PyObject *)self;
}

static void
Dice_dealloc(Dice *self)
{
    PyTypeObject *type = Py_TYPE(self);

    type->tp_free((PyObject *)self);
    Py_DECREF(type);
}

static PyObject *
Dice_roll(Dice *self, PyObject *unused)
{
    int number;
    Py_BEGIN_CRITICAL_SECTION(self);
    number = rand_r(&self->seed) % 6 + 1;
    Py_END_CRITICAL_SECTION();
    return PyLong_FromLong(number);
}

static PyMethodDef Dice_methods[] = {
    {"roll", (PyCFunction)Dice_roll, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static PyType_Slot Dice_slots[] = {
    {Py_tp_methods, Dice_methods},
    {Py_tp_new, (void *)Dice_new},
    {Py_tp_dealloc, (void *)Dice_dealloc},
    {0, NULL},
};

static PyType_Spec Dice_spec = {
    "spam.Dice", sizeof(Dice), 0,
    Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE, Dice_slots,
};

static PyMethodDef spam_methods[] = {
    {NULL, NULL, 0, NULL},
};

static int
spam_exec(PyObject *module)
{
    PyObject *dice_type = PyType_FromModuleAndSpec(module, &Dice_spec, NULL);
    if (dice_type == NULL) {
        return -1;
    }
    int dice_rc = PyModule_AddType(module, (PyTypeObject *)dice_type);
    Py_DECREF(dice_type);
    if (dice_rc < 0) {
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
