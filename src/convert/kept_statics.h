/* Which variables stay static so that the rest of their module can move. */
#ifndef INSULATE_CONVERT_KEPT_STATICS_H
#define INSULATE_CONVERT_KEPT_STATICS_H

#include "convert/conversion.h"

/* Why each variable stays, by its id; NULL: it may move. */
const char **kept_statics_new(const struct conversion *c);

/* Add to KEPT what the OBSTACLES of the attempt C are about, and what depends on that.
 * False: nothing, or an obstacle is about no variable, or all that moves would stay. */
bool kept_statics_grow(const struct conversion *c, const struct findings *obstacles,
                       const char **kept);

/* Which variables the OBSTACLES of the attempt C are about that need not move, as they are the
 * same for the whole process: by id; NULL: none. */
const bool *constants_in_the_way(const struct conversion *c, const struct findings *obstacles);

#endif
