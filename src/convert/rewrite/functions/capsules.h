#ifndef INSULATE_CONVERT_REWRITE_FUNCTIONS_CAPSULES_H
#define INSULATE_CONVERT_REWRITE_FUNCTIONS_CAPSULES_H

#include "convert/rewrite/rewriter.h"

/* Let capsules that lead to the state keep the module. */
void edit_capsules(struct rewriter *r);

/* Append, for the state: its fields that have such capsules; lines that apply MACRO to
 * them, where MODULE is the module; the function that makes one. */
void add_capsule_fields(const struct conversion *c, struct strbuf *out);
void add_capsule_lines(const struct conversion *c, struct strbuf *out, const char *macro,
                       const char *state, const char *module);
void add_capsule_maker(const struct conversion *c, struct strbuf *out,
                       const struct source_file *file);

#endif
