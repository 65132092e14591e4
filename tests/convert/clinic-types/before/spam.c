/* Argument Clinic is told how types are found, and writes a header by that. */
#include <Python.h>

/*[clinic input]
module spam
class spam.Egg "Egg *" "&Egg_Type"
class spam.Nest "Nest *" "&Nest_Type"
class spam.Ham "Ham *" "&Ham_Type"
[clinic start generated code]*/
/*[clinic end generated code: output=da39a3ee5e6b4b0d input=c169680f60f73461]*/

#define MOST 4

typedef struct {
    PyObject_HEAD
    int size;
} Egg;

typedef struct {
    PyObject_HEAD
    PyObject *eggs[MOST];
    int n_eggs;
} Nest;

typedef Egg Ham;

static PyTypeObject Egg_Type, Nest_Type, Ham_Type;
static PyObject *Full;
static int n_made;

#include "clinic_spam.h"

/*[clinic input]
spam.Egg.__init__

    size: int = 1

An egg.
[clinic start generated code]*/

static int
spam_Egg___init___impl(Egg *self, int size)
/*[clinic end generated code: output=85b0282bfd253a1e input=72e8ba7e8543bea2]*/
{
    self->size = size;
    n_made++;
    return 0;
}

/*[clinic input]
@classmethod
spam.Nest.__new__ as nest_new

A nest.
[clinic start generated code]*/

static PyObject *
nest_new_impl(PyTypeObject *type)
/*[clinic end generated code: output=56c7cfa9223e0449 input=067a0d83bdb29262]*/
{
    return type->tp_alloc(type, 0);
}

static void
nest_dealloc(Nest *self)
{
    for (int i = 0; i < self->n_eggs; i++) {
        Py_DECREF(self->eggs[i]);
    }
    Py_TYPE(self)->tp_free((PyObject *)self);
}

/*[clinic input]
spam.Nest.put

    egg: object(subclass_of='&Egg_Type', type="Egg *")
    /

Lay an egg into the nest.
[clinic start generated code]*/

static PyObject *
spam_Nest_put_impl(Nest *self, Egg *egg)
/*[clinic end generated code: output=46d39a67f605bd98 input=67c8f3951f4c207a]*/
{
    if (self->n_eggs == MOST) {
        PyErr_SetString(Full, "no room");
        return NULL;
    }
    self->eggs[self->n_eggs++] = Py_NewRef((PyObject *)egg);
    Py_RETURN_NONE;
}

/*[clinic input]
spam.Nest.put_new

Lay a new egg into the nest.
[clinic start generated code]*/

static PyObject *
spam_Nest_put_new_impl(Nest *self)
/*[clinic end generated code: output=fb703e3cff12634c input=0243656184214c9d]*/
{
    PyObject *egg = PyObject_CallNoArgs((PyObject *)&Egg_Type);
    if (egg == NULL) {
        return NULL;
    }
    PyObject *result = spam_Nest_put_impl(self, (Egg *)egg);
    Py_DECREF(egg);
    return result;
}

/*[clinic input]
spam.weigh

    egg: object(subclass_of="&Egg_Type")
    nest: object(subclass_of="&Nest_Type")
    /

The size of an egg, which is put into the nest.
[clinic start generated code]*/

static PyObject *
spam_weigh_impl(PyObject *module, PyObject *egg, PyObject *nest)
/*[clinic end generated code: output=f455049e11104cfb input=d091965d2ce93a12]*/
{
    PyObject *result = spam_Nest_put_impl((Nest *)nest, (Egg *)egg);
    if (result == NULL) {
        return NULL;
    }
    Py_DECREF(result);
    return PyLong_FromLong(((Egg *)egg)->size + n_made);
}

static PyMethodDef nest_methods[] = {
    SPAM_NEST_PUT_METHODDEF
    SPAM_NEST_PUT_NEW_METHODDEF
    {NULL, NULL, 0, NULL},
};

static PyTypeObject Egg_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "spam.Egg",
    .tp_basicsize = sizeof(Egg),
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
    .tp_init = spam_Egg___init__,
    .tp_new = PyType_GenericNew,
};

static PyTypeObject Nest_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "spam.Nest",
    .tp_basicsize = sizeof(Nest),
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
    .tp_dealloc = (destructor)nest_dealloc,
    .tp_methods = nest_methods,
    .tp_new = nest_new,
};

static PyTypeObject Ham_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "spam.Ham",
    .tp_basicsize = sizeof(Ham),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_new = PyType_GenericNew,
};

static PyMethodDef methods[] = {
    SPAM_WEIGH_METHODDEF
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT, "spam", NULL, -1, methods,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    PyObject *module = PyModule_Create(&spam_module);
    if (module == NULL) {
        return NULL;
    }
    Full = PyErr_NewException("spam.Full", NULL, NULL);
    if (Full == NULL || PyModule_AddObjectRef(module, "Full", Full) < 0
        || PyModule_AddType(module, &Egg_Type) < 0 || PyModule_AddType(module, &Ham_Type) < 0
        || PyModule_AddType(module, &Nest_Type) < 0)
    {
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
