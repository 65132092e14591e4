#ifndef INSULATE_CONVERT_FACTS_NODES_H
#define INSULATE_CONVERT_FACTS_NODES_H

#include "model/source.h"

/* Does the text of NODE begin with the word TEXT? */
bool node_text_is(const struct node *node, const char *text);
/* Are both spelled alike? */
bool node_texts_match(const struct node *one, const struct node *other);

/* The call of which NAME is the callee, or NULL. */
const struct node *direct_call(const struct node *name);
/* Is CALLEE the parameter `visit` of tp_traverse?  What it does for the collector runs no
 * code of the module. */
bool is_visit_parameter(const struct node *callee);
bool is_null(const struct node *node);
/* … and not by a macro that may be another number in another build? */
bool is_null_in_each_build(const struct node *node);
/* The same, or 0.0? */
bool is_zero_in_each_build(const struct node *node);
/* Does ITEM give its part nothing else? */
bool item_is_null(const struct initializer *item);
/* Is VARIABLE written, or its address taken, behind its declaration? */
bool is_reassigned(const struct variable *variable);

/* Does STATEMENT end with a return or a goto? */
bool leaves(const struct node *statement);

/* The initialiser of FIELD that belongs to the same element as ITEM. */
const struct initializer *initializer_beside(const struct variable *variable,
                                             const struct initializer *item,
                                             const char *field);

/* Is LOCAL nothing but the instance that FUNCTION is handed? */
bool is_made_of_self(const struct function *function, const struct variable *local);

/* Does NODE stand in OUTER? */
bool is_inside(const struct node *node, const struct node *outer);

/* Is it the operand of sizeof? */
bool is_sized(const struct node *node);

/* Is the function NAME called in ROOT? */
bool calls(const struct node *root, const char *name);

/* Is the expression NODE a statement of its own? */
bool is_whole_statement(const struct node *node);

/* Where the name in NODE begins, behind what qualifies it (`spam::egg` of C++). */
uint32_t name_begin(const struct node *node);

#endif
