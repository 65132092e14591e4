#ifndef INSULATE_CONVERT_REPORT_WORDING_H
#define INSULATE_CONVERT_REPORT_WORDING_H

#include "convert/conversion.h"
#include "convert/plan/variables.h"

/* What a field of that kind is, in words. */
const char *kind_words(const struct variable_plan *plan, enum field_kind kind);

/* What PLAN's variable is as a field, in one word. */
const char *kind_name(const struct variable_plan *plan);

struct access_wording {
    const char *name;  /* in one word */
    const char *words; /* for the document */
};

/* What FUNCTION has the state from. */
struct access_wording access_wording(const struct conversion *c,
                                     const struct function *function);

#endif
