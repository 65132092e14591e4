/* What the files about initialisation share: init.c gives the function its new head, the
 * others edit what stands in its body. */
#ifndef INSULATE_CONVERT_INIT_H
#define INSULATE_CONVERT_INIT_H

#include "convert/conversion.h"

/* init_module.c: does NODE stand in OUTER? */
bool is_inside(const struct node *node, const struct node *outer);
/* Is NODE the variable that holds the new module? */
bool names_module(const struct conversion *c, const struct node *node);
/* Is CONDITION true when the module object is missing: !m, m == NULL?  When it is there:
 * m, m != NULL? */
bool tests_module(const struct conversion *c, const struct node *condition);
bool finds_module(const struct conversion *c, const struct node *condition);
/* Is the function NAME called in ROOT? */
bool calls(const struct node *root, const char *name);
/* Take the statement NODE away; where the grammar needs one, leave an empty one. */
void remove_statement(struct conversion *c, const struct node *node,
                      const char *reason);
/* The declaration of the module's variable goes. */
bool declares_module(const struct conversion *c, const struct node *node);
void edit_module_declaration(struct conversion *c, const struct node *declarations);
/* So does what gives the module up: one statement; all in PARENT. */
bool drops_module(const struct conversion *c, const struct function *function,
                  const struct node *node);
void edit_drop(struct conversion *c, const struct node *node);
void edit_drops(struct conversion *c, const struct function *function,
                const struct node *parent);

/* init_body.c: the statements below PARENT. */
void edit_statements(struct conversion *c, const struct node *parent);

/* idle_init.c: and those that this configuration does not compile. */
void edit_idle_init(struct conversion *c);

/* init.c: do all branches that begin in [begin, end) end there, and the other way round? */
bool is_balanced(const struct source_file *file, uint32_t begin, uint32_t end);

/* entry_work.c: refuse what PyInit does with the state and cannot move; take the rest out
 * of it, as lines for the beginning of exec. */
void check_entry(struct conversion *c);
const char *take_entry_work(struct conversion *c);

/* gil_slot.c */
void edit_gil(struct conversion *c);

/* ready_calls.c: each PyType_Ready makes the heap type; so does, in exec's head, what
 * create_rest appends for a type (and its bases) that none was called for. */
void edit_ready_calls(struct conversion *c);
void create_rest(struct conversion *c, struct strbuf *out, const struct variable *type,
                 unsigned depth);

/* initial_values.c: append the assignments of what the statics of GROUP began with. */
void add_initial_values(struct conversion *c, struct strbuf *out,
                        enum field_group group);

#endif
