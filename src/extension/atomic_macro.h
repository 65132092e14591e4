/* Macros that read or write atomically in a build without the GIL, and plainly in the one whose
 * headers were read: `#ifdef Py_GIL_DISABLED`, `#define LOAD(x) __atomic_load_n(&(x), …)`, and
 * `#else` the value itself. */
#ifndef INSULATE_EXTENSION_ATOMIC_MACRO_H
#define INSULATE_EXTENSION_ATOMIC_MACRO_H

#include "model/source.h"

enum atomic_effect {
    ATOMIC_NOT,
    ATOMIC_LOAD,
    ATOMIC_EXCHANGE, /* only where it finds what it expects */
};

/* What a definition of the macro NAME, compiled or not, does itself or by a function of its
 * file. */
enum atomic_effect macro_atomic_effect(const struct source *source, const char *name);

#endif
