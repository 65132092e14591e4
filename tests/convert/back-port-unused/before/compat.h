/* Of another project: what older Pythons lack. */
#ifndef COMPAT_H
#define COMPAT_H

#undef Py_CHARMASK
#define N_MASKS 4

static inline int
Py_CHARMASK(int byte)
{
    static PyObject *masks[N_MASKS + 1] = {NULL};
    if (masks[N_MASKS] == NULL) {
        masks[N_MASKS] = PyList_New(0);
    }
    return byte & 0xff;
}

static inline PyObject *
own_empty(int i)
{
    static PyObject *empty[N_MASKS + 1] = {NULL};
    if (empty[i] == NULL) {
        empty[i] = PyTuple_New(0);
    }
    return empty[i];
}

#endif
