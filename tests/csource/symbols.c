/* Declarations: tentative, repeated, several in one, in functions, inactive. */
#include "symbols.h"

static int tentative;
static int tentative;
static int later, second = 2, *third = &second;
static int later = 1;
extern int defined_elsewhere;
extern int defined_here;
int defined_here = 3;
int common;
static _Thread_local int per_thread;
const int constant = 4;
static int shared_in_header(void);

#if 0
static int inactive;
#elif defined(NEVER)
static int inactive_too;
#else
static int active;
#endif

int
parameters(int named, int unnamed, char array[3], int (*call)(void), ...)
{
    static int local;
    extern int defined_elsewhere;
    static int nested_size[sizeof(tentative)];
    int variable[named];
    {
        static int local;
        local = defined_elsewhere;
    }
    return local + later + per_thread + tentative + (int)sizeof variable + *third
           + active + shared_in_header() + inline_in_header(common) + nested_size[0];
}

static int
shared_in_header(void)
{
    return header_static + defined_here + constant;
}
