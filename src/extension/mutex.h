/* Locks that their own thread cannot take twice, and waits for: mutexes. */
#ifndef INSULATE_EXTENSION_MUTEX_H
#define INSULATE_EXTENSION_MUTEX_H

#include "extension/extension.h"

/* Does PLACE, a call or a local of C++, take one? */
bool node_takes_mutex(const struct node *place);
/* Is it a lock of CPython's older kind, which another thread may give back? */
bool node_takes_thread_lock(const struct node *place);
/* What PLACE, such a call, locks: a member of an object, or a variable; NULL: it is not seen,
 * or PLACE is a local. */
const struct node *mutex_of(const struct node *place);

#endif
