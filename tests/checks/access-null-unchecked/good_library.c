/* A library of the module: without Python it raises nothing, and what it does without memory is
 * its own. */
#include <stdlib.h>

struct scanner {
    int size;
};

struct scanner *
scanner_create(int size)
{
    struct scanner *scanner = malloc(sizeof *scanner);
    scanner->size = size;
    return scanner;
}
