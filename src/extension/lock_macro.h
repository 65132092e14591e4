/* Locks that macros take in a build without the GIL, and not in the one whose headers were
 * read: `#ifdef Py_GIL_DISABLED`, `#define LOCK(self) PyMutex_Lock(&(self)->mutex)`, and
 * `#else` nothing. */
#ifndef INSULATE_EXTENSION_LOCK_MACRO_H
#define INSULATE_EXTENSION_LOCK_MACRO_H

#include <stdbool.h>

#include "extension/conditional.h"

struct lock_macros;

/* Those of SOURCE whose definition a build under CONDITIONS may have, all in ARENA. */
struct lock_macros *lock_macros_read(struct arena *arena, const struct source *source,
                                     const struct conditions *conditions);
/* Does such a macro hold a lock where NODE runs, used by its function or, for a static
 * function, by all its callers? */
bool node_is_locked_by_macro(const struct lock_macros *macros, const struct node *node);

#endif
