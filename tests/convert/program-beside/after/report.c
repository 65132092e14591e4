#include <stdio.h>

/* A program of its own, which is built beside the module. */
static int n_lines;

static void
report(const char *line)
{
    printf("%d: %s\n", ++n_lines, line);
}

int
main(int argc, char **argv)
{
    for (int i = 1; i < argc; i++) {
        report(argv[i]);
    }
    return 0;
}
