/* Code that is linked to the module from elsewhere: may several threads run it at once? */
#ifndef INSULATE_EXTENSION_FOREIGN_CODE_H
#define INSULATE_EXTENSION_FOREIGN_CODE_H

#include <stdbool.h>

#include "model/source.h"

enum thread_safety {
    THREADS_SAFE,    /* its documentation says so, or it is code of the module */
    THREADS_UNSAFE,  /* the same says no */
    THREADS_UNKNOWN, /* of a library that the tables do not have */
};

/* What is known of FUNCTION.  It is Python's own, the compiler's, the C or the C++ standard
 * library's, of a library in foreign_libraries.inc, or unknown. */
enum thread_safety function_thread_safety(const struct function *function);

/* Is it code of a library other than Python's and those of C and C++? */
bool function_is_of_foreign_library(const struct function *function);

/* The library of FUNCTION, as --thread-safe-library names it: the folder of its header
 * below the folder of headers, or the header without ".h".  Allocated in ARENA. */
const char *function_library(struct arena *arena, const struct function *function);

/* Is FUNCTION of the library NAME: is that a folder of its header's path below the folder
 * of headers, or the header without its suffix; both with or without "lib" in front? */
bool function_is_of_library(const struct function *function, const char *name);

/* `setlocale(category, NULL)` and `sigaction(signal, NULL, &old)` only ask. */
bool call_only_asks(const struct node *call);

#endif
