#ifndef INSULATE_CONVERT_FACTS_INACTIVE_MEMBERS_H
#define INSULATE_CONVERT_FACTS_INACTIVE_MEMBERS_H

#include "convert/conversion.h"
#include "convert/facts/inactive/guards.h"

/* Has TYPE, or a struct in it, members that another build compiles and that may be objects?  The
 * name of the type that says so; NULL: it has none. */
const char *inactive_object_member(const struct conversion *c, const struct type *type);
/* The branches of #if that the field NAME of RECORD stands in. */
struct guard member_guard(const struct conversion *c, const struct record *record,
                          const char *name);

#endif
