/* What the files that make heap types of static ones share. */
#ifndef INSULATE_CONVERT_TYPES_H
#define INSULATE_CONVERT_TYPES_H

#include "convert/conversion.h"

/* Where the slots of a type are collected. */
struct type_draft {
    const struct variable *type;
    struct strbuf slots;   /* lines of the slot table */
    struct strbuf members; /* lines of offset members */
    struct strbuf before;  /* functions and tables in front of the slots */
    const struct function *dealloc, *clear, *traverse;
    const struct node *member_table;
    bool has_new, has_traverse, has_clear, has_finalizer;
};

/* --- type_values.c --------------------------------------------------------- */

/* Does FIELD of PyTypeObject have a slot? */
bool is_slot(const char *field);
/* Fields that the spec itself has, or that mean nothing in a heap type. */
bool is_of_spec(const char *field);
/* The value of ITEM; as a slot's, it is without the cast that a typed field asked for. */
const char *text_of_value(struct conversion *c, const struct initializer *item);
const char *text_of_slot(struct conversion *c, const struct initializer *item);
/* The assignment `X.field = value;` that USE of X begins, as a statement; or NULL. */
const struct node *field_assignment(const struct node *use);
/* The last value that FIELD is given at run time, or NULL. */
const struct slot *run_time_slot(const struct variable_plan *plan, const char *field);
/* The value of FIELD as text; NULL if it has none, or NULL or 0. */
const char *text_of_field(struct conversion *c, const struct variable *type,
                          const char *field);

/* --- type_slots.c ---------------------------------------------------------- */

/* Append FIELD with its VALUE, which NODE was, to the slots; or what ITEM says. */
void add_slot(struct conversion *c, struct type_draft *draft, const char *field,
              const char *value, const struct node *node);
void add_field(struct conversion *c, struct type_draft *draft,
               const struct initializer *item);
/* The member by which a heap type has FIELD, an offset; NULL: it is none. Append that, NAME,
 * with the VALUE that TEXT says. */
const char *offset_member(const char *field);
void add_offset(struct conversion *c, struct type_draft *draft, const char *name,
                const struct node *value, const char *text);
/* Put the offset members into the type's own table, or into a new one. */
void place_members(struct conversion *c, struct type_draft *draft,
                   const struct source_file *file);

/* --- type_creation.c ------------------------------------------------------- */

/* What stands for the base of TYPE, or NULL; and as an expression of type
 * PyTypeObject *, "NULL" for object. */
const struct node *base_of(const struct conversion *c, const struct variable *type);
const char *base_text(struct conversion *c, const struct variable *type);
/* Is its name without a dot? */
bool is_plain_name(const struct variable *type);

/* --- type_functions.c ------------------------------------------------------ */

/* The struct of the instances as tp_basicsize names it, or NULL. */
const char *instance_struct(struct conversion *c, const struct variable *type);
void generate_traverse(struct conversion *c, struct type_draft *draft,
                       const struct source_file *file);
void generate_dealloc(struct conversion *c, struct type_draft *draft,
                      const struct source_file *file);

#endif
