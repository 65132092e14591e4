/* How much text a file's own macros make of it. */
#ifndef INSULATE_CSOURCE_EXPANSION_H
#define INSULATE_CSOURCE_EXPANSION_H

#include <stdbool.h>

#include "base/arena.h"
#include "model/source.h"

/* Does FILE, by the macros that it defines itself, expand to more tokens than any
 * memory holds?  A few lines can double each other for ever: the compiler would have to
 * be killed. */
bool expansion_is_endless(struct arena *arena, const struct source_file *file);

#endif
