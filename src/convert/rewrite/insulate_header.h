#ifndef INSULATE_CONVERT_REWRITE_INSULATE_HEADER_H
#define INSULATE_CONVERT_REWRITE_INSULATE_HEADER_H

#include "convert/rewrite/rewriter.h"

/* The flags of a type as the oldest Python knows them. */
const char *immutable_flag(struct rewriter *r);
const char *no_instances_flag(struct rewriter *r);
/* Include what was asked for. */
void include_wanted(struct rewriter *r);
/* The #include lines of PARTS: enum header_part. */
const char *include_lines(const struct conversion *c, unsigned parts);

/* Can Insulate_Free stand for all CALLS that free the instance in a dealloc function?
 * Let it stand for CALL: it drops the type, too. */
bool can_free_by_header(const struct conversion *c, const struct node *const *calls,
                        size_t n_calls);
void free_by_header(struct rewriter *r, const struct node *call, const char *reason);

#endif
