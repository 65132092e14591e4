/* Memory that a call uses on both sides of a critical section inside another one: where the
 * inner one has to wait, the outer one is suspended. */
#ifndef INSULATE_PROBE_SUSPENDED_SECTION_H
#define INSULATE_PROBE_SUSPENDED_SECTION_H

#include "probe/stepping.h"

#include <stdbool.h>

/* The write behind the inner section to what the call accessed in front of it, too, within
 * one outer section; NULL: there is none.  COUNTS says of one of the accesses, by its number,
 * whether it matters. */
const struct access *suspended_section_write(const struct access *accesses, size_t n,
                                             bool (*counts)(const struct access *, size_t));

#endif
