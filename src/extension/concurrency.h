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
/* May a build without the GIL have what stands at OFFSET of FILE? */
bool place_may_be_without_gil(const struct extension *extension,
                              const struct source_file *file, uint32_t offset);
/* May several threads run FUNCTION, with locks of its callers or without? */
bool function_is_entered(const struct extension *extension,
                         const struct function *function);
/* Is ORIGIN the dictionary of a module, a type or the interpreter, which Python code has too? */
bool node_is_public_dict(const struct node *origin);
/* Is OBJECT such a dictionary, or an argument that its caller has too, where NODE runs in such
 * a function?  Locks do not matter. */
bool object_is_given(const struct extension *extension, const struct node *node,
                     const struct node *object);
/* The same, and may others use it while NODE runs?  Only a critical section of the object itself keeps them from it: a lock of
 * another, or of the module's own, is none that they ask for. */
bool object_may_race(const struct extension *extension, const struct node *node,
                     const struct node *object);
/* Is NODE an object that a concurrent function was given by its caller, and that other
 * threads may have too: `self` of a method, an argument?  What is being made is none: of
 * tp_new and tp_init; nor are the tuple and the dict of a call's arguments. */
bool node_is_shared(const struct extension *extension, const struct node *node);
/* What gives NODE: below casts, behind locals that are given one object only, or null. */
const struct node *node_origin(const struct node *node);

#endif
