/* Static variables that headers define: each unit that includes one has its own. */
#ifndef INSULATE_CONVERT_FACTS_HEADER_STATICS_H
#define INSULATE_CONVERT_FACTS_HEADER_STATICS_H

#include "convert/conversion.h"

/* Do several units of the module have a VARIABLE of their own, by a header?  Those of a template
 * that has the definition, too, are modules of their own. */
bool has_copies(const struct conversion *c, const struct variable *variable);
/* Can one VARIABLE serve for the copies of all units?  Each is set at import, or when it is
 * first needed, to the same. */
bool can_join_copies(const struct conversion *c, const struct variable *variable);

#endif
