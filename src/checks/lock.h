/* Is a lock held here? */
#ifndef INSULATE_CHECKS_LOCK_H
#define INSULATE_CHECKS_LOCK_H

#include <stdbool.h>

#include "model/source.h"

/* Is some lock taken before NODE in its function, and not given back by then; or is
 * every call of the function made so?  Which lock is not told apart. */
bool node_is_locked(const struct node *node);

#endif
