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
    uint64_t owners[16]; /* words that get the module object or its state on the way */
    size_t n_owners;
};

/* Is ADDRESS one of the flags? */
bool startup_sets_flag(const struct startup *startup, uint64_t address);
/* Does a word of the memory get the module object, or the address of its state? */
bool startup_sets_owner(const struct startup *startup, uint64_t address, uint64_t size);
/* Follow the entry points and Py_mod_exec functions of MODULES, the m_free
 * and other hooks, the constructors of the library, and all functions of the file that they call. */
void startup_read(const struct image *image, const struct modules *modules,
                  struct startup *out_startup);
/* Is the instruction AT among them? */
bool startup_has(const struct startup *startup, uint64_t at);

#endif
