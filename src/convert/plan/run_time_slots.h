#ifndef INSULATE_CONVERT_PLAN_RUN_TIME_SLOTS_H
#define INSULATE_CONVERT_PLAN_RUN_TIME_SLOTS_H

#include "convert/conversion.h"
#include "convert/plan/variables.h"

/* `Py_SET_TYPE(&X, &PyType_Type);`: what a heap type has anyway. */
struct metatype_setting {
    const struct source_file *file;
    uint32_t begin, end; /* without the semicolon */
};

/* What types are given at run time, in sum. */
struct run_time_slots {
    const struct metatype_setting *settings;
    size_t n_settings, settings_capacity;
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
