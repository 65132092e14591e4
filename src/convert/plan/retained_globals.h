#ifndef INSULATE_CONVERT_PLAN_RETAINED_GLOBALS_H
#define INSULATE_CONVERT_PLAN_RETAINED_GLOBALS_H

#include "convert/conversion.h"

/* VARIABLE stays process-wide by decision: the module is converted, but says
 * honestly that it is not isolated.  REASON: after "stays process-wide: ". */
void retain_global(struct conversion *c, const struct variable *variable,
                   const char *reason);

/* The reason of the second attempt of a module, which keeps its C data. */
const char *retained_reason(struct conversion *c);

/* One finding for all that stay for one reason. */
void report_retained(struct conversion *c);

/* The reason why C data is kept is known now: OBSTACLE, which that overcame. */
void explain_retained(struct conversion *c, const char *obstacle);

/* The next variable from number I on that stays for REASON, or for any if NULL. */
const struct variable *next_retained(const struct conversion *c, size_t *i,
                                     const char *reason);

/* WORDS say why an interpreter with a GIL of its own is not promised. */
void share_globals(struct conversion *c, const char *words);

/* The next finding tells of C data that stays; see explain_retained. */
void mark_kept(struct conversion *c);

#endif
