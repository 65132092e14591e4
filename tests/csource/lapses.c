/* What ISO C forbids, and compilers accepted for long. */
#pragma GCC diagnostic warning "-Wunused-variable"

static int number;

static void
lapse(char *text, int (*compare)(int))
{
    int unused;
    char *undeclared = text;
    int *pointer = number;
    long *other = pointer;
    int (*function)(char *) = compare;
    number = declared_nowhere(undeclared, other, function);
}

void (*lapses)(char *, int (*)(int)) = lapse;
