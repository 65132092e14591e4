#ifndef INSULATE_CONVERT_PLAN_STAGES_H
#define INSULATE_CONVERT_PLAN_STAGES_H

#include "convert/conversion.h"

/* What this stage does, and what it leaves to the next. */
struct stage_plan {
    const struct variable *const *fields; /* all variables, in the order of fields */
    bool needs_exec;     /* a later stage will have something to execute */
    bool is_once;        /* a later stage moves what is shared: opt-out */
    bool leaves_objects; /* Python objects or types are among it */
};

/* Before the first question: fields in the order of the declarations. */
void stages_begin(struct conversion *c);

/* The stage that moves each variable, and the order of fields. */
void plan_groups(struct conversion *c);

/* In the stage init, everything static stays, also what cannot move: the findings so far
 * are for a later stage.  In others, what stays so that the rest can move: if that may lead to
 * objects, a process can have one module object at a time. */
void keep_statics(struct conversion *c);

/* In the stage state, the types stay, and what belongs to them alone. */
void keep_types(struct conversion *c);

/* Does m_free give the statics back that the opt-out guards?  Not where they keep objects
 * or types: these belong to an interpreter that may have ended. */
bool opt_out_is_given_back(const struct conversion *c);

#endif
