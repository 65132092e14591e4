#ifndef INSULATE_CONVERT_REWRITE_STATE_REFERENCES_H
#define INSULATE_CONVERT_REWRITE_STATE_REFERENCES_H

#include "convert/rewrite/rewriter.h"

/* Each mention of what moves becomes a field of the state. */
void edit_references(struct rewriter *r);

#endif
