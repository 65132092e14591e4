#ifndef INSULATE_CONVERT_REWRITE_INIT_INIT_BODY_H
#define INSULATE_CONVERT_REWRITE_INIT_INIT_BODY_H

#include "convert/rewrite/rewriter.h"

/* The statements become what is planned. */
void edit_init_body(struct rewriter *r);

#endif
