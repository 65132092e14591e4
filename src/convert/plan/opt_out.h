#ifndef INSULATE_CONVERT_PLAN_OPT_OUT_H
#define INSULATE_CONVERT_PLAN_OPT_OUT_H

#include "convert/conversion.h"

/* An opt-out that the module has already, around its exec function and m_free. */
struct opt_out {
    const struct function *exec;          /* NULL: there is none */
    const struct function *inner;         /* what it executes, or NULL */
    const struct function *release;       /* in m_free, or NULL */
    const struct function *inner_release; /* what that calls, or NULL */
    const struct variable *owner;         /* says whether the statics are taken */
    const struct source_file *file;
    uint32_t begin, end; /* all of it */

    /* The other form: the exec function itself asks, and is `inner`, too. */
    const struct node *question;  /* the `if`; NULL: not this form */
    const struct variable *mutex; /* held around it, or NULL */
    const struct node *const *statements; /* that use these two elsewhere */
    size_t n_statements, capacity;
};

/* Has the module an opt-out already? */
void plan_opt_out(struct conversion *c);

/* What an opt-out of its own executes is the module's setup. */
void plan_setup(struct conversion *c);

#endif
