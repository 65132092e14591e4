/* Remedies that need no judgement, as replacements of text.  A rule's fix stands in the
 * rule's file: it returns false where the code is not plain enough (macros, conditionals
 * in between, a name that is taken), and the finding then says in words what to do. */
#ifndef INSULATE_CHECKS_FIX_H
#define INSULATE_CHECKS_FIX_H

#include "checks/check.h"

enum { REPLACEMENTS_MOST = 64 };

/* A fix that is being written. */
struct draft {
    struct check *check;
    const struct finding *finding;
    const struct source_file *file; /* of the finding */
    struct replacement items[REPLACEMENTS_MOST];
    size_t n;
    const char *description; /* what it does, in the imperative */
};
typedef bool fix_function(struct draft *draft);

/* Give FINDING, which CHECK has just added, what FIX writes, if it can. */
void check_fix(struct check *check, struct finding *finding, fix_function *fix);

/* --- text --- */

void draft_replace(struct draft *draft, uint32_t begin, uint32_t end, const char *text);
const char *draft_text(const struct draft *draft, uint32_t begin, uint32_t end);
/* The white space before OFFSET in its line; "" if there is anything else. */
const char *draft_indent(const struct draft *draft, uint32_t offset);
const char *draft_newline(const struct draft *draft);
/* LINE, to stand before what begins at OFFSET. */
void draft_insert(struct draft *draft, uint32_t offset, const char *line);
/* Remove [begin, end), with its line where that has nothing else. */
void draft_remove(struct draft *draft, uint32_t begin, uint32_t end);
/* Add FLAG to the flags of the type spec that the finding is about. */
bool draft_add_flag(struct draft *draft, const char *flag);

/* --- code --- */

/* The function whose name the finding stands at, if its body is plain text. */
const struct function *draft_function(const struct draft *draft);
/* The call that the finding stands at. */
const struct node *draft_call(const struct draft *draft);
/* The entry of a slot table that VALUE stands in, if it is written out: "{name, value}". */
const struct node *draft_entry(const struct draft *draft, const struct node *value);
/* Does the text of FUNCTION name NAME anywhere? */
bool draft_uses_name(const struct draft *draft, const struct function *function,
                     const char *name);
/* Is [begin, end) plain text: one configuration's, without directives? */
bool range_is_plain(const struct source_file *file, uint32_t begin, uint32_t end);
/* Behind the semicolon of the statement NODE; 0 if none follows. */
uint32_t statement_end(const struct node *node);
/* Is NODE a whole statement of a block?  It may begin with a macro, or be one. */
bool node_is_statement(const struct node *node);
/* Where code can be put that runs first in FUNCTION: before the first statement that
 * declares nothing.  0 if there is none. */
uint32_t function_first_statement(const struct function *function);
/* Is parameter number I of FUNCTION called NAME? */
bool parameter_is_called(const struct function *function, size_t i, const char *name);

#endif
