/* The stores, and the uses of addresses, while a module is initialised. */
#ifndef INSULATE_BINARY_STARTUP_H
#define INSULATE_BINARY_STARTUP_H

#include "binary/module.h"

struct startup {
    uint64_t *instructions; /* their addresses, sorted */
    size_t n, capacity;
    const char *refusal; /* the words of an ImportError that is raised on the way */
    uint64_t flags[16];  /* bytes and words that are set to 1 on the way */
    size_t n_flags;
};

/* Is ADDRESS one of the flags? */
bool startup_sets_flag(const struct startup *startup, uint64_t address);
/* Follow the entry points and Py_mod_exec functions of MODULES, the m_free
 * and other hooks, the constructors of the library, and all functions of the file that they call. */
void startup_read(const struct image *image, const struct modules *modules,
                  struct startup *out_startup);
/* Is the instruction AT among them? */
bool startup_has(const struct startup *startup, uint64_t at);

#endif
