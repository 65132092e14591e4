#ifndef INSULATE_CONVERT_REWRITE_INIT_INIT_MODULE_H
#define INSULATE_CONVERT_REWRITE_INIT_INIT_MODULE_H

#include "convert/rewrite/rewriter.h"

/* Is NODE the variable that holds the new module? */
bool names_module(const struct conversion *c, const struct node *node);

/* Is CONDITION true when the module object is missing: !m, m == NULL?  When it is there:
 * m, m != NULL? */
bool tests_module(const struct conversion *c, const struct node *condition);
bool finds_module(const struct conversion *c, const struct node *condition);

/* Take the statement NODE away; where the grammar needs one, leave an empty one. */
void remove_statement(struct rewriter *r, const struct node *node, const char *reason);

/* The declaration of the module's variable goes. */
bool declares_module(const struct conversion *c, const struct node *node);
void edit_module_declaration(struct rewriter *r, const struct node *declarations);

/* So does what gives the module up: one statement; all in PARENT. */
bool drops_module(const struct conversion *c, const struct function *function,
                  const struct node *node);
void edit_drop(struct rewriter *r, const struct node *node);
void edit_drops(struct rewriter *r, const struct function *function,
                const struct node *parent);

#endif
