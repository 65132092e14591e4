/* A resource of the process, which the module accesses and does not own.
 *
 * There is one file mode mask a process, and the only way to read it is to set it.  So
 * who reads or changes it does so under a lock that belongs to the process, too: the GIL
 * is one interpreter's (guide: "Managing Global State"). */
#include <insulate.h>
#include <insulate/threads.h>

#include <sys/stat.h>

#define PROCESS_FIELDS(X) X(DATA, long n_reads)
INSULATE_STATE(process, PROCESS_FIELDS)

static Insulate_Lock mask_lock = INSULATE_LOCK_INIT;

/* Adds `bits` to the mask: reading and writing are one step.  Returns 0 and the mask that
 * was, or -1. */
static int
add_bits(mode_t bits, mode_t *out_before)
{
    if (Insulate_LockAcquire(&mask_lock) < 0) {
        return -1;
    }
    /* insulate: ignore[global-process-call] to change it is what the module is for */
    *out_before = umask(0777);
    /* insulate: ignore[global-process-call] and this is the change */
    (void)umask(*out_before | bits);
    Insulate_LockRelease(&mask_lock);
    return 0;
}

static PyObject *
read_mask(PyObject *module, PyObject *unused)
{
    mode_t mask;
    (void)unused;
    if (add_bits(0, &mask) < 0) {
        return NULL;
    }
    __atomic_add_fetch(&process_state_from_module(module)->n_reads, 1, __ATOMIC_RELAXED);
    return PyLong_FromLong((long)mask);
}

static PyObject *
forbid(PyObject *module, PyObject *bits)
{
    long number = PyLong_AsLong(bits);
    mode_t before;
    (void)module;
    if (number == -1 && PyErr_Occurred()) {
        return NULL;
    }
    if (number < 0 || number > 0777) {
        PyErr_SetString(PyExc_ValueError, "no bits of a file mode");
        return NULL;
    }
    if (add_bits((mode_t)number, &before) < 0) {
        return NULL;
    }
    return PyLong_FromLong((long)before);
}

static PyObject *
reads(PyObject *module, PyObject *unused)
{
    long *n_reads = &process_state_from_module(module)->n_reads;
    (void)unused;
    return PyLong_FromLong(__atomic_load_n(n_reads, __ATOMIC_RELAXED));
}

static PyMethodDef process_methods[] = {
    INSULATE_METHOD("read_mask", read_mask, METH_NOARGS, "read_mask($module, /)\n--\n\n"),
    INSULATE_METHOD("forbid", forbid, METH_O,
                    "forbid($module, bits, /)\n--\n\nThe mask that was before."),
    INSULATE_METHOD("reads", reads, METH_NOARGS, "reads($module, /)\n--\n\n"),
    INSULATE_METHODS_END};

static int
process_exec(PyObject *module, process_state *state)
{
    (void)module;
    (void)state;
    return 0;
}

INSULATE_MODULE(process, process, "The file mode mask.", process_methods, process_exec,
                OWN_GIL, GIL_NOT_USED)
