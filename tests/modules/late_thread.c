/* Leaves a thread behind, which stumbles when the module is imported again. */
#include "module.h"

#include <pthread.h>
#include <stdatomic.h>
#include <unistd.h>

static atomic_int n_imports;
static pthread_t thread;

static void *
later(void *nothing)
{
    while (atomic_load(&n_imports) < 2) {
        (void)usleep(1000);
    }
    *(volatile int *)8 = 1;
    return nothing;
}

static int
execute(PyObject *module)
{
    (void)module;
    int n = atomic_fetch_add(&n_imports, 1);
    if (n == 0) {
        (void)pthread_create(&thread, NULL, later, NULL);
    }
    else if (n == 1) {
        (void)pthread_join(thread, NULL);
    }
    return 0;
}

MODULE(late_thread, execute, NULL, OWN_GIL)
