/* Who writes a variable: directly, through its address, through a pointer that
 * was made of it. */
#ifndef INSULATE_EXTENSION_WRITES_H
#define INSULATE_EXTENSION_WRITES_H

#include "extension/extension.h"

struct writes {
    const struct node **items; /* uses of the variable that write it */
    size_t n_items, capacity;
};

/* The uses of VARIABLE that write it or something in it (not what it points
 * to, but for an object without a name), also through what a function returns.  A pointer that leaves the reader's sight
 * (is stored in a struct) is no write: there is no evidence (see hidden_writes.h). */
struct writes variable_writes(const struct extension *extension,
                              const struct variable *variable);

/* Is VARIABLE a pointer that begins with the address of an object without a name, which lives as
 * long as the process: `static int *limits = (int[]){1, 2};`? */
bool variable_keeps_literal(const struct variable *variable);

/* Has LOCAL another value in USE than the one that ASSIGN gives it? */
bool local_has_another(const struct variable *local, const struct node *assign,
                       const struct node *use);

/* Is VARIABLE only ever handed to atomic operations: of the compiler (__atomic_…, __sync_…),
 * of CPython, or in a function of the project that does so with its parameter? */
bool variable_is_used_atomically(const struct variable *variable);
/* Is NODE an atomic operation of the compiler, or of <stdatomic.h>, that writes? */
bool node_is_atomic_write(const struct node *node);
/* Does the text of NODE, where it stands in its file, begin with one of WORDS? */
bool node_begins_with(const struct node *node, const char *const *words, size_t n_words);

#endif
