#ifndef INSULATE_CONVERT_PLAN_TOKEN_PASTING_H
#define INSULATE_CONVERT_PLAN_TOKEN_PASTING_H

#include "convert/conversion.h"

/* Names that macros put together, all of which move. Is the USE of VARIABLE one
 * of those? Variables of one such macro stay together: CLOSED is by variable id. */
void plan_token_pasting(struct conversion *c);
bool is_converted_pasting(const struct conversion *c, const struct variable *variable,
                          const struct node *use);
void close_pasted(const struct conversion *c, bool *closed);

#endif
