#ifndef INSULATE_CONVERT_REWRITE_STATE_STATE_H
#define INSULATE_CONVERT_REWRITE_STATE_STATE_H

#include "convert/rewrite/rewriter.h"

/* Write the state struct and what gives it; take the statics away. */
void edit_state(struct rewriter *r);

#endif
