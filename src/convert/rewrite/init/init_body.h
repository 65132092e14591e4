#ifndef INSULATE_CONVERT_REWRITE_INIT_INIT_BODY_H
#define INSULATE_CONVERT_REWRITE_INIT_INIT_BODY_H

#include "convert/rewrite/rewriter.h"

/* The statements below PARENT. */
void edit_statements(struct rewriter *r, const struct node *parent);

#endif
