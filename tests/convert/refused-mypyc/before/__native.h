#ifndef MYPYC_NATIVE_H
#define MYPYC_NATIVE_H
#include <Python.h>
#include <CPy.h>
typedef struct {
    PyObject_HEAD
    int _n;
} egg___AObject;

#endif
