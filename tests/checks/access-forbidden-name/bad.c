/* options: --forbid PyErr_Print:use-report_error() --forbid old_*:they-go */
#include "../module.h"

#define old_limit 3
#define SAY PyErr_Print() /* want: access-forbidden-name */

static int old_count(void); /* a declaration is no use */
static int (*const counter)(void) = old_count; /* want: access-forbidden-name */

static int
old_count(void)
{
    return old_limit; /* want: access-forbidden-name */
}

int
count(void)
{
    SAY;
    SAY;
    PyErr_Print(); /* want: access-forbidden-name */ /* says: the settings forbid 'PyErr_Print': use-report_error() */
    return counter();
}
