/* Free threading: the module says that it needs no GIL, so it locks what it shares.
 *
 * Two numbers of an instance change together, under the lock that every object has
 * (3.13); where there is a GIL the critical section is empty. What stands alone in the
 * module state is atomic (PEP 703), which costs nothing where there is a GIL. */
#include <insulate.h>
#include <insulate/backports.h>
#include <insulate/threads.h>

#define THREADS_FIELDS(X) \
    X(TYPE, Mean_type)    \
    X(DATA, Py_ssize_t n_added)
INSULATE_STATE(threads, THREADS_FIELDS)

#define MEAN_FIELDS(X)  \
    X(OBJECT, last)     \
    X(DATA, double sum) \
    X(DATA, long n)
INSULATE_INSTANCE(Mean, threads, MEAN_FIELDS)

static PyObject *
Mean_add(PyObject *self, PyObject *number)
{
    double value = PyFloat_AsDouble(number);
    PyObject *old;
    if (value == -1.0 && PyErr_Occurred()) {
        return NULL;
    }
    Py_INCREF(number);
    Py_BEGIN_CRITICAL_SECTION(self);
    Mean_of(self)->sum += value;
    Mean_of(self)->n++;
    old = Mean_of(self)->last;
    Mean_of(self)->last = number;
    Py_END_CRITICAL_SECTION();
    /* Outside: it may run any code. */
    Py_XDECREF(old);
    (void)Insulate_AtomicAdd(&Mean_state_of(self)->n_added, 1);
    Py_RETURN_NONE;
}

static PyObject *
Mean_value(PyObject *self, PyObject *unused)
{
    double sum;
    long n;
    (void)unused;
    Py_BEGIN_CRITICAL_SECTION(self);
    sum = Mean_of(self)->sum;
    n = Mean_of(self)->n;
    Py_END_CRITICAL_SECTION();
    if (n == 0) {
        PyErr_SetString(PyExc_ValueError, "nothing was added");
        return NULL;
    }
    return PyFloat_FromDouble(sum / (double)n);
}

/* The reference is taken inside, before another thread can drop it. */
static PyObject *
Mean_last(PyObject *self, PyObject *unused)
{
    PyObject *last;
    (void)unused;
    Py_BEGIN_CRITICAL_SECTION(self);
    last = Mean_of(self)->last;
    Py_XINCREF(last);
    Py_END_CRITICAL_SECTION();
    if (last == NULL) {
        Py_RETURN_NONE;
    }
    return last;
}

static PyMethodDef Mean_methods[] = {
    INSULATE_METHOD("add", Mean_add, METH_O, "add($self, number, /)\n--\n\n"),
    INSULATE_METHOD("value", Mean_value, METH_NOARGS, "value($self, /)\n--\n\n"),
    INSULATE_METHOD("last", Mean_last, METH_NOARGS, "last($self, /)\n--\n\n"),
    INSULATE_METHODS_END};

INSULATE_CLASS(Mean, "threads.Mean", INSULATE_IMMUTABLE_IF_POSSIBLE, Mean_methods,
               Mean_new_default, INSULATE_SLOT_END)

static PyObject *
n_added(PyObject *module, PyObject *unused)
{
    Py_ssize_t *number = &threads_state_from_module(module)->n_added;
    (void)unused;
    return PyLong_FromSsize_t(Insulate_AtomicLoad(number));
}

static PyMethodDef threads_methods[] = {
    INSULATE_METHOD("n_added", n_added, METH_NOARGS, "n_added($module, /)\n--\n\n"),
    INSULATE_METHODS_END};

static int
threads_exec(PyObject *module, threads_state *state)
{
    return Insulate_AddType(module, &state->Mean_type, &Mean_spec, NULL);
}

INSULATE_MODULE(threads, threads, "Means.", threads_methods, threads_exec, OWN_GIL,
                GIL_NOT_USED)
