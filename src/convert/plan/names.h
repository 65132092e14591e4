#ifndef INSULATE_CONVERT_PLAN_NAMES_H
#define INSULATE_CONVERT_PLAN_NAMES_H

#include "convert/conversion.h"

/* Names of generated code. */
struct names {
    const char *base;       /* "speedups": generated names begin with it */
    const char *state_type; /* "speedups_state" */
    const char *state;      /* name of the local and parameter */
    const char *get;        /* get_speedups_state */
    const char *get_by_type;
    const char *get_by_final_type; /* by a type of the module that has no subclasses */
    bool has_by_final_type;        /* an earlier stage defined that */
    const char *get_kept;   /* by an instance that keeps it */
    bool has_kept;
    const char *get_by_operands;
    const char *get_by_power;
    const char *get_by_interpreter;
    const char *get_at_end; /* by a type that may have lost its module */
    const char *new_type;   /* helper that makes a heap type */
    const char *new_sequence; /* helper that makes a struct sequence */
    const char *new_capsule; /* helper that makes a capsule that keeps the module */
};

/* The names of what is generated; they are free. */
void plan_names(struct conversion *c);

/* The name in full, as findings tell it. */
void plan_module_name(struct conversion *c);

/* "state->field" of a moving variable; "state" of one that leads to the state itself. */
char *field_access(const struct conversion *c, const struct variable *variable);

/* The array of PyModExport_x, and what stands for a module without a definition. */
const char *export_name(const struct conversion *c);
const char *token_name(const struct conversion *c);

/* The name of a part of the opt-out, ended by TAIL; of its functions. */
const char *opt_out_name(const struct conversion *c, const char *tail);
const char *opt_out_exec_name(const struct conversion *c);
const char *opt_out_release_name(const struct conversion *c);

#endif
