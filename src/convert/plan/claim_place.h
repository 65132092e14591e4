#ifndef INSULATE_CONVERT_PLAN_CLAIM_PLACE_H
#define INSULATE_CONVERT_PLAN_CLAIM_PLACE_H

#include "convert/conversion.h"

/* Where a table of slots gets one more. */
struct claim_place {
    struct range at;    /* becomes the slot */
    bool is_in_line;    /* code stands in front of it on its line */
    struct range open;  /* behind the brace that opens a table on one line; it and the next */
    struct range close; /* become line breaks; .end is 0: there are none */
};

/* Does anything give TABLE the slot Py_mod_multiple_interpreters in some build: its text, or
 * a macro that stands in it? */
bool table_has_claim(const struct conversion *c, const struct variable *table);

/* Where it can go in TABLE.  Returns NULL, or why no place is sure to be right. */
const char *find_claim_place(const struct conversion *c, const struct variable *table,
                             struct claim_place *out);

#endif
