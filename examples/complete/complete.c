/* Everything together, as CPython's xxlimited shows it: a module with state of all kinds,
 * two classes and an iterator, an exception, functions, methods, slots and getters. It
 * keeps notes: a Notebook is a sequence of texts with free attributes, a Section is a dict
 * that knows its notebook. */
#include <insulate.h>
#include <insulate/extension_class.h>

enum { DEFAULT_LIMIT = 100 };

#define COMPLETE_FIELDS(X)              \
    X(TYPE, Notebook_type)              \
    X(TYPE, Pages_type)                 \
    X(TYPE, Section_type)               \
    X(OBJECT, Error)                    \
    X(OBJECT, blank)                    \
    X(OWNED, char *, scratch, PyMem_Free) \
    X(DATA, Py_ssize_t limit)
INSULATE_STATE(complete, COMPLETE_FIELDS)

enum { SCRATCH_SIZE = 64 };

/* ------------------------------------------------------------------ Notebook */

#define NOTEBOOK_FIELDS(X) \
    X(OBJECT, notes)       \
    X(DICT, dict)          \
    X(WEAKREFS, weakrefs)
INSULATE_INSTANCE(Notebook, complete, NOTEBOOK_FIELDS)

static PyObject *
Notebook_new(PyTypeObject *type, PyObject *args, PyObject *kwargs)
{
    PyObject *self;
    if (PyTuple_Size(args) != 0 || (kwargs != NULL && PyDict_Size(kwargs) != 0)) {
        PyErr_SetString(PyExc_TypeError, "Notebook() takes no arguments");
        return NULL;
    }
    self = Notebook_new_default(type, args, kwargs);
    if (self == NULL) {
        return NULL;
    }
    Notebook_of(self)->notes = PyList_New(0);
    if (Notebook_of(self)->notes == NULL) {
        Py_DECREF(self);
        return NULL;
    }
    return self;
}

/* *Borrowed*; NULL and an exception once the collector has taken the instance apart. */
static PyObject *
Notebook_notes(PyObject *self)
{
    PyObject *notes = Notebook_of(self)->notes;
    if (notes == NULL) {
        PyErr_SetString(PyExc_RuntimeError, "the notebook is being taken apart");
    }
    return notes;
}

/* A method with its defining class: `add(text)`, or `add()` for a blank page. */
static PyObject *
Notebook_add(PyObject *self, PyTypeObject *defining_class, PyObject *const *args,
             Py_ssize_t n_args, PyObject *names)
{
    complete_state *state = complete_state_from_class(defining_class);
    PyObject *notes = Notebook_notes(self);
    PyObject *text;
    if (state == NULL || notes == NULL) {
        return NULL;
    }
    if (n_args > 1 || names != NULL) {
        PyErr_SetString(PyExc_TypeError, "add() takes one text");
        return NULL;
    }
    text = n_args == 1 ? args[0] : state->blank;
    if (text == NULL || !PyUnicode_Check(text)) {
        PyErr_SetString(PyExc_TypeError, "add() takes one text");
        return NULL;
    }
    if (PyList_Size(notes) >= state->limit) {
        return PyErr_Format(state->Error, "a notebook has %zd pages", state->limit);
    }
    if (PyList_Append(notes, text) < 0) {
        return NULL;
    }
    Py_RETURN_NONE;
}

static Py_ssize_t
Notebook_length(PyObject *self)
{
    PyObject *notes = Notebook_notes(self);
    return notes == NULL ? -1 : PyList_Size(notes);
}

static PyObject *
Notebook_item(PyObject *self, Py_ssize_t i)
{
    PyObject *notes = Notebook_notes(self);
    return notes == NULL ? NULL : PySequence_GetItem(notes, i);
}

static PyObject *
Notebook_get_limit(PyObject *self, void *closure)
{
    (void)closure;
    return PyLong_FromSsize_t(Notebook_state_of(self)->limit);
}

static PyObject *
Notebook_reduce(PyObject *self, PyObject *unused)
{
    (void)self;
    (void)unused;
    PyErr_SetString(PyExc_TypeError, "cannot pickle 'Notebook' object");
    return NULL;
}

static PyObject *Notebook_iterate(PyObject *self);

static PyMethodDef Notebook_methods[] = {
    INSULATE_CLASS_METHOD("add", Notebook_add, "add($self, text='', /)\n--\n\n"),
    INSULATE_METHOD("__reduce__", Notebook_reduce, METH_NOARGS, NULL),
    INSULATE_METHODS_END};

static PyGetSetDef Notebook_getset[] = {
    {"limit", Notebook_get_limit, NULL, "How many pages it may have.", NULL},
    {"__dict__", PyObject_GenericGetDict, PyObject_GenericSetDict, NULL, NULL},
    {NULL, NULL, NULL, NULL, NULL}};

static PyMemberDef Notebook_members[] = {INSULATE_MEMBER_DICT(Notebook, dict),
                                         INSULATE_MEMBER_WEAKREFS(Notebook, weakrefs),
                                         INSULATE_MEMBERS_END};

INSULATE_CLASS(Notebook, "complete.Notebook",
               Py_TPFLAGS_BASETYPE | INSULATE_IMMUTABLE_IF_POSSIBLE, Notebook_methods,
               Notebook_new,
               INSULATE_SLOT(Py_tp_doc, "Notebook()\n--\n\nPages with texts."),
               INSULATE_SLOT(Py_tp_getset, Notebook_getset),
               INSULATE_SLOT(Py_tp_members, Notebook_members),
               INSULATE_SLOT(Py_tp_iter, Notebook_iterate),
               INSULATE_SLOT(Py_sq_length, Notebook_length),
               INSULATE_SLOT(Py_sq_item, Notebook_item))

/* ------------------------------------------------------------------ its iterator */

#define PAGES_FIELDS(X) \
    X(OBJECT, notebook) \
    X(DATA, Py_ssize_t next)
INSULATE_INSTANCE(Pages, complete, PAGES_FIELDS)

static PyObject *
Notebook_iterate(PyObject *self)
{
    complete_state *state = Notebook_state_of(self);
    PyObject *pages;
    if (state->Pages_type == NULL) {
        PyErr_SetString(PyExc_RuntimeError, "the module is gone");
        return NULL;
    }
    pages = Pages_alloc(state->Pages_type, state);
    if (pages != NULL) {
        Py_INCREF(self);
        Pages_of(pages)->notebook = self;
    }
    return pages;
}

static PyObject *
Pages_next(PyObject *self)
{
    PyObject *notebook = Pages_of(self)->notebook;
    Py_ssize_t length = notebook == NULL ? 0 : Notebook_length(notebook);
    if (length < 0 || Pages_of(self)->next >= length) {
        return NULL; /* without an exception: the end */
    }
    return Notebook_item(notebook, Pages_of(self)->next++);
}

static PyMethodDef Pages_methods[] = {
    INSULATE_METHOD("__reduce_ex__", Insulate_RefuseReduce, METH_O, NULL),
    INSULATE_METHODS_END};

INSULATE_CLASS_WITHOUT_NEW(Pages, "complete.Pages", INSULATE_IMMUTABLE_IF_POSSIBLE,
                           Pages_methods, INSULATE_SLOT(Py_tp_iter, PyObject_SelfIter),
                           INSULATE_SLOT(Py_tp_iternext, Pages_next))

/* ------------------------------------------------------------------ Section */

#define SECTION_FIELDS(X) X(OBJECT, notebook)
INSULATE_EXTENSION(Section, complete, SECTION_FIELDS)

static int
Section_init(PyObject *self, PyObject *args, PyObject *kwargs)
{
    static char *words[] = {(char *)"notebook", NULL};
    complete_state *state = Section_state_of(self);
    PyObject *notebook;
    PyObject *old;
    if (!PyArg_ParseTupleAndKeywords(args, kwargs, "O:Section", words, &notebook)) {
        return -1;
    }
    if (!Notebook_is(notebook)) {
        PyErr_SetString(state->Error, "a section belongs to a notebook");
        return -1;
    }
    old = Section_of(self)->notebook;
    Py_INCREF(notebook);
    Section_of(self)->notebook = notebook;
    Py_XDECREF(old);
    return 0;
}

/* d[i]: the page of the notebook if the dict has no such key. */
static PyObject *
Section_missing(PyObject *self, PyObject *key)
{
    PyObject *notebook = Section_of(self)->notebook;
    Py_ssize_t i = PyNumber_AsSsize_t(key, PyExc_IndexError);
    if (i == -1 && PyErr_Occurred()) {
        return NULL;
    }
    if (notebook == NULL) {
        PyErr_SetString(Section_state_of(self)->Error, "the section has no notebook");
        return NULL;
    }
    return PySequence_GetItem(notebook, i);
}

static PyMethodDef Section_methods[] = {
    INSULATE_METHOD("__missing__", Section_missing, METH_O, NULL),
    INSULATE_METHODS_END};

INSULATE_EXTENSION_CLASS(Section, "complete.Section",
                         Py_TPFLAGS_BASETYPE | INSULATE_IMMUTABLE_IF_POSSIBLE,
                         Section_methods, Section_new_default,
                         INSULATE_SLOT(Py_tp_init, Section_init))

/* ------------------------------------------------------------------ the module */

static PyObject *
set_limit(PyObject *module, PyObject *number)
{
    complete_state *state = complete_state_from_module(module);
    Py_ssize_t limit = PyLong_AsSsize_t(number);
    if (limit == -1 && PyErr_Occurred()) {
        return NULL;
    }
    if (limit < 1) {
        PyErr_SetString(state->Error, "at least one page");
        return NULL;
    }
    state->limit = limit;
    Py_RETURN_NONE;
}

/* The first bytes of a text, read through a buffer of the module. */
static PyObject *
summary(PyObject *module, PyObject *text)
{
    complete_state *state = complete_state_from_module(module);
    PyObject *bytes = PyUnicode_AsEncodedString(text, "ascii", "replace");
    Py_ssize_t size;
    if (bytes == NULL) {
        return NULL;
    }
    size = PyBytes_Size(bytes);
    if (size > SCRATCH_SIZE) {
        size = SCRATCH_SIZE;
    }
    memcpy(state->scratch, PyBytes_AsString(bytes), (size_t)size);
    Py_DECREF(bytes);
    return PyUnicode_DecodeASCII(state->scratch, size, "replace");
}

static PyMethodDef complete_methods[] = {
    INSULATE_METHOD("set_limit", set_limit, METH_O, "set_limit($module, number, /)\n--\n\n"),
    INSULATE_METHOD("summary", summary, METH_O, "summary($module, text, /)\n--\n\n"),
    INSULATE_METHODS_END};

static int
complete_exec(PyObject *module, complete_state *state)
{
    state->limit = DEFAULT_LIMIT;
    state->scratch = (char *)PyMem_Malloc(SCRATCH_SIZE);
    if (state->scratch == NULL) {
        PyErr_NoMemory();
        return -1;
    }
    state->blank = PyUnicode_FromString("");
    if (state->blank == NULL ||
        Insulate_AddException(module, &state->Error, "complete.Error",
                              "What cannot be noted.", NULL) < 0 ||
        Insulate_AddType(module, &state->Notebook_type, &Notebook_spec, NULL) < 0) {
        return -1;
    }
    /* Not for Python code: kept in the state alone. */
    state->Pages_type = Insulate_NewType(module, &Pages_spec, NULL);
    if (state->Pages_type == NULL ||
        Insulate_AddType(module, &state->Section_type, &Section_spec,
                         (PyObject *)&PyDict_Type) < 0) {
        return -1;
    }
    return PyModule_AddStringConstant(module, "VERSION", "1");
}

/* Lists and the buffer are shared without locks, so that threads need the GIL. */
INSULATE_MODULE(complete, complete, "Notebooks.", complete_methods, complete_exec, OWN_GIL,
                GIL_USED)
