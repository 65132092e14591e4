#ifndef INSULATE_CONVERT_PLAN_CLINIC_H
#define INSULATE_CONVERT_PLAN_CLINIC_H

#include "convert/facts/inactive/clinic.h"

/* A string in the input of Argument Clinic that is an expression for a type that moves. */
struct clinic_type {
    const struct source_file *file;
    struct range text; /* between the quotes */
    struct clinic_block block;
    const struct variable *type;
    const struct function *reader; /* in which it is written; NULL: in none */
};

/* A header that it writes by them. */
struct clinic_header {
    const struct source_file *file;
    struct clinic_block block; /* all of it */
};

struct clinic_plan {
    const struct clinic_type *types;
    size_t n_types;
    const struct clinic_header *headers;
    size_t n_headers;
};

/* Behind what the mentions become. */
void plan_clinic(struct conversion *c);

/* Does the plan have what the generated code in FILE says otherwise? */
bool is_told_clinic(const struct conversion *c, const struct source_file *file);

#endif
