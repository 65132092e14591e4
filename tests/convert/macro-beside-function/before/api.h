#ifndef API_H
#define API_H
#include <Python.h>

#ifdef INSIDE_SPAM
extern PyObject *Spam_New(int number);
extern int Spam_Number(PyObject *object);
#else
static void **spam_api;
#define Spam_New (*(PyObject *(*)(int))spam_api[0])
#define Spam_Number (*(int (*)(PyObject *))spam_api[1])

static int
import_spam(void)
{
    spam_api = (void **)PyCapsule_Import("spam._C_API", 0);
    return spam_api == NULL ? -1 : 0;
}
#endif
#endif
