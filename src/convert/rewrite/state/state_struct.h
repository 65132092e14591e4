#ifndef INSULATE_CONVERT_REWRITE_STATE_STATE_STRUCT_H
#define INSULATE_CONVERT_REWRITE_STATE_STATE_STRUCT_H

#include "convert/rewrite/rewriter.h"

/* Append a declaration of it, by which what stands in front of the struct can name it. */
void declare_struct(const struct rewriter *r, struct strbuf *out);

/* Append the state struct, unless the module has one; IS_NAMED: its typedef stands
 * above. */
void add_struct(struct rewriter *r, struct strbuf *out, bool is_named);

/* Append what stands for a module that has no definition, if classes are asked. */
void add_token(const struct rewriter *r, struct strbuf *out);

/* Append a declaration of the module's definition, if what stands at PLACE needs one. */
void declare_definition(const struct rewriter *r, struct strbuf *out, uint32_t place);

/* New fields in the struct the module has already. */
void extend_struct(struct rewriter *r);

/* The member of instances that keep the state. */
void extend_keepers(struct rewriter *r);

#endif
