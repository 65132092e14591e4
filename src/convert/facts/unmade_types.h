#ifndef INSULATE_CONVERT_FACTS_UNMADE_TYPES_H
#define INSULATE_CONVERT_FACTS_UNMADE_TYPES_H

#include "convert/conversion.h"

/* Where TYPE is used, and not only compared, though the condition on which READY makes it may not
 * hold, and no other call of PyType_Ready makes it then; NULL: nowhere. */
const struct node *use_without_making(const struct conversion *c, const struct variable *type,
                                      const struct node *ready);

#endif
