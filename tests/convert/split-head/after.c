#include <Python.h>

#if PY_MAJOR_VERSION == 2
#define OLD_PYTHON
#endif

typedef struct {
  PyObject_HEAD
  int value;
} Egg;

typedef struct {
  PyTypeObject *Egg_Type;
} spam_state;

#ifndef Py_TPFLAGS_IMMUTABLETYPE /* before Python 3.10 */
#define Py_TPFLAGS_IMMUTABLETYPE (1UL << 8)
#define Py_TPFLAGS_DISALLOW_INSTANTIATION (1UL << 7)
#endif

static inline spam_state *
get_spam_state(PyObject *module)
{
  return (spam_state *)PyModule_GetState(module);
}

static inline PyTypeObject *
spam_new_type(PyObject *module, PyType_Spec *spec)
{
  PyTypeObject *type =
    (PyTypeObject *)PyType_FromModuleAndSpec(module, spec, NULL);
#if PY_VERSION_HEX < 0x030A0000
  if (type != NULL && (spec->flags & Py_TPFLAGS_DISALLOW_INSTANTIATION)) {
    type->tp_new = NULL;
  }
#endif
  return type;
}

/* Protocols 0 and 1 treat a heap type like a Python class and lose its state. */
static PyObject *
spam_reduce_ex(PyObject *self, PyObject *protocol)
{
  long number = PyLong_AsLong(protocol);
  if (number == -1 && PyErr_Occurred()) {
    return NULL;
  }
  if (number < 2) {
    PyObject *name = PyObject_GetAttrString((PyObject *)Py_TYPE(self),
                                            "__name__");
    if (name != NULL) {
      PyErr_Format(PyExc_TypeError, "cannot pickle %R object", name);
      Py_DECREF(name);
    }
    return NULL;
  }
  return PyObject_CallMethod((PyObject *)&PyBaseObject_Type, "__reduce_ex__",
                             "OO", self, protocol);
}

static void
Egg_dealloc(PyObject *self)
{
  PyTypeObject *tp = Py_TYPE(self);
  tp->tp_free(self);
  Py_DECREF(tp);
}

static PyMethodDef spam_reducing[] = {
  {"__reduce_ex__", spam_reduce_ex, METH_O, NULL},
  {NULL, NULL, 0, NULL},
};

static PyType_Slot Egg_Type_slots[] = {
  {Py_tp_dealloc, Egg_dealloc},
  {Py_tp_methods, spam_reducing},
  {0, NULL},
};

static PyType_Spec Egg_Type_spec = {
  .name = "spam.Egg",
  .basicsize = sizeof(Egg),
  .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE |
      Py_TPFLAGS_DISALLOW_INSTANTIATION,
  .slots = Egg_Type_slots,
};

static PyObject *
new_egg(spam_state *state, int value, int doubled)
{
  Egg *egg = PyObject_New(Egg, state->Egg_Type);
  if (egg != NULL)
    egg->value = doubled ? 2 * value : value;
  return (PyObject *)egg;
}

static PyObject *
spam_lay(PyObject *self, PyObject *arg)
{
  spam_state *state = get_spam_state(self);
  long value = PyLong_AsLong(arg);
  if (value == -1 && PyErr_Occurred())
    return NULL;
  return new_egg(
      state, (int)value,
      value > 100);
}

static PyMethodDef methods[] = {
  {"lay", spam_lay, METH_O, NULL},
  {NULL, NULL, 0, NULL},
};

static int
spam_traverse(PyObject *module, visitproc visit, void *arg)
{
  spam_state *state = get_spam_state(module);
  Py_VISIT(state->Egg_Type);
  return 0;
}

static int
spam_clear(PyObject *module)
{
  spam_state *state = get_spam_state(module);
  Py_CLEAR(state->Egg_Type);
  return 0;
}

static void
spam_free(void *module)
{
  (void)spam_clear((PyObject *)module);
}

static int spam_exec(PyObject *m);

static PyModuleDef_Slot spam_slots[] = {
  {Py_mod_exec, spam_exec},
#ifdef Py_MOD_PER_INTERPRETER_GIL_SUPPORTED
  {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
  {0, NULL},
};

static struct PyModuleDef spam_module = {
  PyModuleDef_HEAD_INIT,
  "spam",          /* m_name */
  NULL,            /* m_doc */
  sizeof(spam_state), /* m_size */
  methods,         /* m_methods */
  spam_slots,      /* m_slots */
  spam_traverse,   /* m_traverse */
  spam_clear,      /* m_clear */
  spam_free,       /* m_free */
};

static int
spam_exec(PyObject *m)
{
  spam_state *state = get_spam_state(m);
  state->Egg_Type = spam_new_type(m, &Egg_Type_spec);
  if (state->Egg_Type == NULL)
    return -1;

  return 0;
}

PyMODINIT_FUNC
PyInit_spam(void)
{
  return PyModuleDef_Init(&spam_module);
}
