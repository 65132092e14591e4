#ifndef INSULATE_CONVERT_PLAN_RETAINED_GLOBALS_H
#define INSULATE_CONVERT_PLAN_RETAINED_GLOBALS_H

#include "convert/conversion.h"

/* VARIABLE stays process-wide by decision: the module is converted, but says
 * honestly that it is not isolated. */
void retain_global(struct conversion *c, const struct variable *variable,
                   enum kept_for cause);

/* CAUSE in words, behind "stays process-wide: ". */
const char *kept_words(const struct conversion *c, enum kept_for cause);

/* One finding for all that stay for one reason. */
void report_retained(struct conversion *c);

/* The reason why C data is kept is known now: OBSTACLE, which that overcame. */
void explain_retained(struct conversion *c, const char *obstacle);

/* WORDS say why an interpreter with a GIL of its own is not promised. */
void share_globals(struct conversion *c, const char *words);

/* The next finding tells of C data that stays; see explain_retained. */
void mark_kept(struct conversion *c);

#endif
