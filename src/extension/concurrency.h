/* Code that several threads run at the same time where there is no GIL, and the objects
 * that they share there. */
#ifndef INSULATE_EXTENSION_CONCURRENCY_H
#define INSULATE_EXTENSION_CONCURRENCY_H

#include "extension/extension.h"

/* Its place in an extension; read when it is first asked for. */
struct concurrency *concurrency_new(struct arena *arena);

/* What says that MODULE needs no GIL, or NULL: its gil_claim. */
const struct node *gil_claim_read(const struct extension *extension,
                                  const struct module *module);

/* May several threads run FUNCTION at the same time?  CPython calls it, after the import
 * and not to take an object apart, or such a function does so without a lock. */
bool function_is_concurrent(const struct extension *extension,
                            const struct function *function);
/* May NODE, in such a function, race: is no lock held there, and is it compiled where there
 * is no GIL? */
bool node_may_race(const struct extension *extension, const struct node *node);
/* Is NODE an object that a concurrent function was given by its caller, and that other
 * threads may have too: `self` of a method, an argument?  What is being made is none: of
 * tp_new and tp_init; nor are the tuple and the dict of a call's arguments. */
bool node_is_shared(const struct extension *extension, const struct node *node);
/* What gives NODE: below casts, behind locals that are given one object only, or null. */
const struct node *node_origin(const struct node *node);

#endif
