#ifndef INSULATE_CONVERT_FACTS_INACTIVE_MEMBERS_H
#define INSULATE_CONVERT_FACTS_INACTIVE_MEMBERS_H

#include "base/strbuf.h"
#include "convert/conversion.h"

/* Has TYPE, or a struct in it, members that another build compiles and that may be objects?  The
 * name of the type that says so; NULL: it has none. */
const char *inactive_object_member(const struct conversion *c, const struct type *type);
/* Append LINES about the field NAME of RECORD to OUT, in the branches of #if that it stands in. */
void add_in_branches(const struct conversion *c, struct strbuf *out,
                     const struct record *record, const char *name, const char *lines);

#endif
