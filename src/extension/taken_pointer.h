/* What a function takes out of shared memory with a lock held, and uses behind the unlock. */
#ifndef INSULATE_EXTENSION_TAKEN_POINTER_H
#define INSULATE_EXTENSION_TAKEN_POINTER_H

#include "extension/extension.h"

/* The local that NODE, as it stands, is put into; NULL: none. */
const struct variable *taken_local(const struct node *node);
/* Where LOCAL, taken out of NODE with a lock held, is followed without one; NULL: nowhere, or
 * it is kept alive by what is done with it under the lock. */
const struct node *taken_followed(const struct extension *extension,
                                  const struct variable *local, const struct node *node);

#endif
