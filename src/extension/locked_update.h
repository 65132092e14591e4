/* Updates that are made in two steps, each with a lock held that is given back in between. */
#ifndef INSULATE_EXTENSION_LOCKED_UPDATE_H
#define INSULATE_EXTENSION_LOCKED_UPDATE_H

#include "extension/extension.h"

/* Where the value of MEMBER that the assignment WRITE stores was read, if that was under a lock
 * which the function has given back since, and taken again: what another thread stored in
 * between is lost.  NULL: it was not, or the function asks for the field again, or the first
 * step marks the field as taken. */
const struct node *locked_update_read(const struct extension *extension,
                                      const struct node *write,
                                      const struct node *member);

#endif
