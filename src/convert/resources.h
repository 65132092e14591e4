#ifndef INSULATE_CONVERT_RESOURCES_H
#define INSULATE_CONVERT_RESOURCES_H

#include "convert/conversion.h"

/* Is there memory or a lock in the state that only m_free can give back?
 * Append lines that do. */
bool has_resources(const struct conversion *c);
void add_resource_releases(const struct conversion *c, struct strbuf *out,
                           const char *state);

#endif
