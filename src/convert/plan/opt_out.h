#ifndef INSULATE_CONVERT_PLAN_OPT_OUT_H
#define INSULATE_CONVERT_PLAN_OPT_OUT_H

#include "convert/conversion.h"

/* Has the module an opt-out already? */
void plan_opt_out(struct conversion *c);

/* The opt-out's functions by name. */
const char *opt_out_exec_name(const struct conversion *c);
const char *opt_out_release_name(const struct conversion *c);

/* The statement that USE of the flag or of the mutex is all of; NULL if it is another's
 * part. */
const struct node *opt_out_statement(const struct node *use);

/* The name of a part of the opt-out, ended by TAIL. */
const char *opt_out_name(const struct conversion *c, const char *tail);

#endif
