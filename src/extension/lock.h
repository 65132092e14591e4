/* Is a lock held here? */
#ifndef INSULATE_EXTENSION_LOCK_H
#define INSULATE_EXTENSION_LOCK_H

#include <stdbool.h>

#include "extension/extension.h"
#include "model/locking.h"

/* Is some lock taken before NODE in its function, and not given back by then; or is
 * every call of the function made so?  Which lock is not told apart. */
bool node_is_locked(const struct node *node);
/* The same, whoever calls the function. */
bool node_is_locked_here(const struct node *node);
/* The same for all that is done with what NODE names or points to, also in functions that
 * it is handed to: does each access hold a lock, or is it one to the lock itself? */
bool access_is_locked(const struct node *node);
/* Does each use of VARIABLE outside of the import hold a lock, and is there one?  A
 * struct with a lock of its own may be asked for a number without it.  *OUT_UNLOCKED, where not NULL, is the first that holds none, or NULL. */
bool variable_is_locked(const struct extension *extension,
                        const struct variable *variable,
                        const struct node **out_unlocked);
/* Is BLOCK a critical section? */
bool block_is_section(const struct node *block);
/* The critical section around NODE that is suspended there, because the thread state is
 * detached in it; NULL: none. */
const struct node *suspended_section(const struct node *node);
/* What NODE, a call or a local of C++, does to a lock. */
enum locking lock_effect(const struct node *node);
/* Is VARIABLE, whatever its type, only ever what a lock is taken on? */
bool variable_serves_as_lock(const struct variable *variable);

#endif
