#ifndef INSULATE_CONVERT_REWRITE_STATE_ATOMICS_H
#define INSULATE_CONVERT_REWRITE_STATE_ATOMICS_H

#include "convert/rewrite/rewriter.h"

/* Make the settings of the plan atomic. */
void edit_atomics(struct rewriter *r);

#endif
