#ifndef INSULATE_CONVERT_PLAN_RUN_TIME_SLOTS_H
#define INSULATE_CONVERT_PLAN_RUN_TIME_SLOTS_H

#include "convert/conversion.h"
#include "convert/plan/variables.h"

/* A field of a static type, as it is given at run time. */
struct given_field {
    const char *name; /* "tp_new" */
    const struct node *node;
    const struct initializer
        *item;     /* of the table that gives it; NULL: an assignment */
    const struct node *assign; /* that gives it, or the table */
    size_t number; /* of all such fields of the module */
};

/* What one type is given at run time. */
struct given_type {
    const struct node *base;         /* tp_base; NULL: not given */
    const struct given_field *slots; /* the rest */
    size_t n_slots, slots_capacity;
    const struct node *const *assignments; /* that the spec stands for */
    size_t n_assignments, assignments_capacity;
};

/* The same of PLAN's type, empty if it is given nothing. */
const struct given_type *given_to(const struct variable_plan *plan);

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

/* Does ASSIGN go, because the spec of a type says what it assigns? */
bool is_given_assignment(const struct conversion *c, const struct node *assign);

#endif
