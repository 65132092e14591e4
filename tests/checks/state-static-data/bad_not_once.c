/* It is run once, and each time, too. */
#include "../module.h"
#include <pthread.h>

extern void measure(int *values);

static int setting;  // want: state-static-data
static int sizes[] = {1, 2, 3};  // want: state-static-data

static void
choose(void)
{
    setting++;
}

static void
once(void (*function)(void))
{
    static pthread_once_t flag = PTHREAD_ONCE_INIT;
    pthread_once(&flag, function);
    function();
}

int
get_setting(void)
{
    once(choose);
    measure(sizes);
    return setting;
}
