#include <Python.h>

#if PY_MAJOR_VERSION == 2
#define OLD_PYTHON
#endif

typedef struct {
  PyObject_HEAD
  int value;
} Egg;

static PyTypeObject Egg_Type = {
  PyVarObject_HEAD_INIT(NULL, 0)
  .tp_name = "spam.Egg",
  .tp_basicsize = sizeof(Egg),
  .tp_flags = Py_TPFLAGS_DEFAULT,
};

static PyObject *
new_egg(int value, int doubled)
{
  Egg *egg = PyObject_New(Egg, &Egg_Type);
  if (egg != NULL)
    egg->value = doubled ? 2 * value : value;
  return (PyObject *)egg;
}

static PyObject *
spam_lay(PyObject *self, PyObject *arg)
{
  long value = PyLong_AsLong(arg);
  if (value == -1 && PyErr_Occurred())
    return NULL;
  return new_egg(
      (int)value,
      value > 100);
}

static PyMethodDef methods[] = {
  {"lay", spam_lay, METH_O, NULL},
  {NULL, NULL, 0, NULL},
};

#ifndef OLD_PYTHON
static struct PyModuleDef spam_module = {
  PyModuleDef_HEAD_INIT,
  "spam",          /* m_name */
  NULL,            /* m_doc */
  -1,              /* m_size */
  methods,         /* m_methods */
  NULL,            /* m_reload */
  NULL,            /* m_traverse */
  NULL,            /* m_clear */
  NULL,            /* m_free */
};
#endif

PyMODINIT_FUNC
#ifdef OLD_PYTHON
initspam(void)
{
#define INIT_ERROR return
#else
PyInit_spam(void)
{
  PyObject *m;
#define INIT_ERROR return NULL
#endif

  if (PyType_Ready(&Egg_Type) < 0)
    INIT_ERROR;

#ifdef OLD_PYTHON
  Py_InitModule3("spam", methods, NULL);
#else
  m = PyModule_Create(&spam_module);
  if (m == NULL)
    return NULL;
#endif

  /* The class is not to be freed. */
  Py_INCREF(&Egg_Type);

#ifndef OLD_PYTHON
  return m;
#endif
}
