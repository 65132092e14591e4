#ifndef INSULATE_CONVERT_REWRITE_INIT_INACTIVE_INIT_H
#define INSULATE_CONVERT_REWRITE_INIT_INACTIVE_INIT_H

#include "convert/rewrite/rewriter.h"

/* And those that this configuration does not compile. */
void edit_inactive_init(struct rewriter *r);

#endif
