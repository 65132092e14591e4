#ifndef INSULATE_CONVERT_REWRITE_INSULATE_HEADER_H
#define INSULATE_CONVERT_REWRITE_INSULATE_HEADER_H

#include "convert/rewrite/rewriter.h"
#include "model/extent.h"

/* The flags of a type as the oldest Python knows them. */
const char *immutable_flag(struct rewriter *r);
const char *no_instances_flag(struct rewriter *r);
/* Include what was asked for. */
void include_wanted(struct rewriter *r);
/* The #include lines of PARTS: enum header_part. */
const char *include_lines(const struct conversion *c, unsigned parts);

/* Let Insulate_Free stand for CALL with its ARGUMENTS, which frees the instance: it
 * releases the type, too. */
void free_by_header(struct rewriter *r, const struct node *call,
                    const struct brackets *arguments, const char *reason);

#endif
