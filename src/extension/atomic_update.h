/* Updates that are made of two atomic steps. */
#ifndef INSULATE_EXTENSION_ATOMIC_UPDATE_H
#define INSULATE_EXTENSION_ATOMIC_UPDATE_H

#include "extension/extension.h"

/* The field that the atomic operation NODE gives a value which depends on an earlier read of the
 * same field, so that what another thread stored in between is lost: `x = x + n`, a limit that
 * is asked about before it is used up.  NULL: NODE is none, or only one thread at a time runs
 * it.  A flag that is asked for, and then set to a constant, is not told. */
const struct node *atomic_update_field(const struct extension *extension,
                                       const struct node *node);

#endif
