#ifndef INSULATE_CONVERT_PLAN_RUN_TIME_SLOTS_H
#define INSULATE_CONVERT_PLAN_RUN_TIME_SLOTS_H

#include "convert/conversion.h"
#include "convert/plan/variables.h"

/* What types are given at run time, in sum. */
struct run_time_slots {
    bool has_plain_names;  /* a tp_name without a dot, which is kept */
    size_t n_given_fields; /* by all types */
};

/* What types are given at run time, which goes into their specs. */
void plan_run_time_slots(struct conversion *c);

/* The member by which a heap type has FIELD, an offset; NULL: it is none. */
const char *offset_member(const char *field);

/* The last value that FIELD is given at run time, or NULL. */
const struct given_field *run_time_slot(const struct variable_plan *plan,
                                        const char *field);

#endif
