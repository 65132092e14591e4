#ifndef INSULATE_CONVERT_REWRITE_STATE_RESOURCES_H
#define INSULATE_CONVERT_REWRITE_STATE_RESOURCES_H

#include "convert/conversion.h"

/* Append lines that give back memory and locks of the state. */
void add_resource_releases(const struct conversion *c, struct strbuf *out,
                           const char *state);

#endif
