/* Ends the thread that imports it. */
#include "module.h"

#include <pthread.h>

static int
execute(PyObject *module)
{
    (void)module;
    pthread_exit(NULL);
}

MODULE(ends_thread, execute, NULL, OWN_GIL)
