#ifndef INSULATE_CONVERT_PLAN_RETAINED_GLOBALS_H
#define INSULATE_CONVERT_PLAN_RETAINED_GLOBALS_H

#include "convert/conversion.h"
#include "convert/plan/variables.h"

/* What stays process-wide, for what is said of it. */
struct retained_globals {
    const char *not_isolated; /* why the own-GIL slot cannot be given, or NULL */
    const char *obstacle; /* why C data stays on its rung; NULL: see kept */
    size_t *kept;         /* the same: the findings that say so, by number */
    size_t n_kept, kept_capacity;
    bool hides_objects; /* static ones of another configuration are among it */
    bool leaves_objects; /* what moves leads to some that outlive their interpreter */
};

/* VARIABLE stays process-wide by decision: the module is converted, but says
 * honestly that it is not isolated. */
void retain_global(struct conversion *c, const struct variable *variable,
                   enum kept_for cause);

/* It stays, and the module may be isolated: see facts/process_constants.h. */
void retain_constant(struct conversion *c, const struct variable *variable);

/* Is among it data that one interpreter changes and another one sees?  Not what is the same
 * for all, or what the process has once anyway. */
bool retains_changing_data(const struct conversion *c);

/* Is there nothing to do about VARIABLE, which stays?  The module declares already which
 * interpreters it supports, and `check` has no more than a note on data that is set once to
 * what is the same for the whole process. */
bool retained_may_stay(const struct conversion *c, const struct variable *variable);

/* CAUSE in words, behind "stays process-wide: ". */
const char *kept_words(const struct conversion *c, enum kept_for cause);

/* One finding for all that stay for one reason. */
void report_retained(struct conversion *c);

/* OBSTACLE says why C data is kept.  */
void retain_because(struct conversion *c, const char *obstacle);

/* The reason why C data is kept is known now: OBSTACLE, which that overcame. */
void explain_retained(struct conversion *c, const char *obstacle);

/* WORDS say why an interpreter with a GIL of its own is not promised. */
void share_globals(struct conversion *c, const char *words);

/* So do the objects in the memory of NAME, which moves, and releases none of them. */
void share_left(struct conversion *c, const char *name);

/* So does the object NAME, which is static in another configuration. */
void share_hidden(struct conversion *c, const char *name);

/* The next finding tells of C data that stays; see explain_retained. */
void mark_kept(struct conversion *c);

#endif
