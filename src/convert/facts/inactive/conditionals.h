/* Conditionals of the preprocessor: where they stand, and which of their branches no
 * supported Python takes: PY_VERSION_HEX is at least the floor, PY_MAJOR_VERSION is 3.
 * What stands in such branches is of no concern. */
#ifndef INSULATE_CONVERT_FACTS_INACTIVE_CONDITIONALS_H
#define INSULATE_CONVERT_FACTS_INACTIVE_CONDITIONALS_H

#include "convert/conversion.h"
#include "extension/conditional.h"

/* From its #if, #ifdef or #ifndef to its #endif; offsets of the '#'. */
struct conditional {
    const struct source_file *file;
    uint32_t begin; /* of the first branch */
    uint32_t rest;  /* of what ends that: #else, #elif, #endif */
    uint32_t last;  /* of the #endif */
    bool is_plain;  /* it has no #elif */
};

/* What the conditions of SOURCE say for all Pythons from FLOOR on. */
const struct conditions *conditions_from(struct arena *arena, const struct source *source,
                                   unsigned floor);
/* Is OFFSET in a branch that no Python from the floor on takes? */
bool is_dead(const struct conversion *c, const struct source_file *file,
             uint32_t offset);
/* NODE is zero: does a macro say so that other builds define otherwise?  Its name. */
const char *macro_of_other_builds(const struct conversion *c, const struct node *node);
/* Does [BEGIN, END) of FILE name a macro, or one in such a macro's body, DEPTH deep at the most,
 * that other builds define otherwise? */
bool text_differs_by_macro(const struct conversion *c, const struct source_file *file,
                           uint32_t begin, uint32_t end, int depth);
/* The first one that begins in [BEGIN, END) and has an end; false: there is none. */
bool conditional_next(const struct source_file *file, uint32_t begin, uint32_t end,
                      struct conditional *out);
/* Is the first branch taken by each supported Python (TRUTH_YES), or by none? */
enum truth conditional_value(const struct conditions *conditions,
                             const struct conditional *conditional);
/* What stands between the first directive and the next of CONDITIONAL. */
struct range conditional_content(const struct conditional *conditional);
/* Do its branches have heads of functions alone: no brace, no semicolon, no further directive? */
bool conditional_has_only_heads(const struct conditional *conditional);
/* The #else in front of the directive at OFFSET, and the #endif behind it, with nothing
 * more between them: where these two begin. */
bool else_around(const struct source_file *file, uint32_t offset, struct range *out);
/* The one of which [BEGIN, END) is all that stands in it, but for comments, and that is
 * an #if or #ifdef without #else. */
bool conditional_around(const struct source_file *file, uint32_t begin, uint32_t end,
                        struct conditional *out);
/* Are ONE and OTHER, offsets in FILE, in two branches of a conditional, of which a build compiles
 * one at the most? */
bool branches_exclude(const struct source_file *file, uint32_t one, uint32_t other);
/* Do all conditionals that begin in [BEGIN, END) end there, and no others; and does no
 * other branch begin in it? */
bool text_is_balanced(const struct source_file *file, uint32_t begin, uint32_t end);
bool text_has_directive(const struct source_file *file, uint32_t begin, uint32_t end);
/* Are all directives of FILE in [BEGIN, END) pragmas, none of which says anything outside of a
 * push and its pop?  *IO_DEPTH: how many of these are open. */
bool text_has_paired_pragmas(const struct source_file *file, uint32_t begin, uint32_t end,
                             size_t *io_depth);
/* Is there more than directives and comments? */
bool text_is_code(const struct source_file *file, uint32_t begin, uint32_t end);
/* The conditional directly in front of OFFSET, if code in it belongs to what begins there: an
 * `extern "C"` or an attribute. */
bool conditional_in_front(const struct source_file *file, uint32_t offset,
                          struct conditional *out);
/* The last #include in front of LIMIT that stands in no more conditionals than any other, if
 * these are around LIMIT, too. */
bool last_include(const struct source_file *file, uint32_t limit, uint32_t *out_begin);
/* Where the directive around OFFSET begins and ends. */
uint32_t directive_around(const struct source_file *file, uint32_t offset,
                          uint32_t *out_end);
/* From the first to the last definition of NAMES, macros of FILE, widened to the
 * conditionals that these stand in; false if there is none, or code among them. */
bool text_of_definitions(const struct source_file *file, const char *const *names,
                         size_t n_names, struct range *out);

#endif
