/* Names of C++ and Rust symbols as a reader of the source knows them. */
#ifndef INSULATE_BINARY_READABLE_H
#define INSULATE_BINARY_READABLE_H

#include "base/arena.h"

/* "f(int)" of "_Z1fi", "crate::f" of "_RNvCs_5crate1f".  NULL: the name is none of
 * these, or cannot be read; C++ names need the C++ library on this machine. */
const char *symbol_readable(struct arena *arena, const char *symbol);

#endif
