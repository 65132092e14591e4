#ifndef INSULATE_CONVERT_STAYS_H
#define INSULATE_CONVERT_STAYS_H

#include "convert/conversion.h"

/* VARIABLE stays process-wide by decision: the module is converted, but says
 * honestly that it is not isolated.  REASON: after "stays process-wide: ". */
void let_stay(struct conversion *c, const struct variable *variable,
              const char *reason);

/* The reason of the second attempt of a module, which keeps its C data. */
const char *kept_reason(struct conversion *c);

/* One finding for all that stay for one reason. */
void tell_stays(struct conversion *c);

/* The reason why C data is kept is known now: OBSTACLE, which that overcame. */
void explain_stays(struct conversion *c, const char *obstacle);

/* The next variable from number I on that stays for REASON, or for any if NULL. */
const struct variable *next_staying(const struct conversion *c, size_t *i,
                                    const char *reason);

#endif
