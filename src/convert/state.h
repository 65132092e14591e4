/* What the files that write the state struct, and take the statics away, share. */
#ifndef INSULATE_CONVERT_STATE_H
#define INSULATE_CONVERT_STATE_H

#include "convert/conversion.h"

/* A file that names the state. */
struct need {
    const struct source_file *file;
    uint32_t offset; /* of the first thing that names the state there */
};

struct need_list {
    struct need *items;
    size_t n_items, capacity;
};

/* --- declarations.c -------------------------------------------------------- */

/* Where the declaration begins that this declarator is part of: behind the statement
 * before it. */
uint32_t declaration_begin(const struct declaration *declaration);
/* Does another variable stand in the same declaration? */
bool is_one_of_several(const struct declaration *declaration);
/* Where the comment above the declaration begins; the line of the declaration if
 * there is none that is its own. */
uint32_t comment_above(const struct declaration *declaration);
/* Take the declarations of VARIABLE, which moves, away. */
void remove_declarations(struct conversion *c, const struct variable *variable);

/* --- definition.c ------------------------------------------------------------ */

/* The offset of the first thing in the definition's file that names the state on behalf
 * of the module itself: its hooks, or the definition. */
uint32_t definition_need(const struct conversion *c);

/* --- fields.c -------------------------------------------------------------- */

bool has_fields(const struct conversion *c);
/* Append the fields to OUT, with their comments. */
void add_fields(struct conversion *c, struct strbuf *out);

/* --- readers.c ------------------------------------------------------------- */

/* Append what older headers lack of the flags of types. */
void add_flags(const struct conversion *c, struct strbuf *out);
/* Append the functions that give the state, for FILE. */
void add_readers(struct conversion *c, struct strbuf *out,
                 const struct source_file *file);
/* Append the one that finds it by a type; SPECIFIERS stand in front of its head. */
void add_by_type(struct conversion *c, struct strbuf *out,
                 const struct source_file *file, const char *specifiers);

/* The one for what runs when an instance dies. */
void add_at_end(struct conversion *c, struct strbuf *out,
                const struct source_file *file, const char *specifiers);

/* --- state.c --------------------------------------------------------------- */

/* Append the state struct, unless the module has one; IS_NAMED: its typedef stands
 * above. */
void add_struct(struct conversion *c, struct strbuf *out, bool is_named);
/* Append what stands for a module that has no definition, if classes are asked. */
void add_token(const struct conversion *c, struct strbuf *out);
/* Append a declaration of the module's definition, if what stands at PLACE needs one. */
void declare_definition(const struct conversion *c, struct strbuf *out, uint32_t place);

/* --- state_types.c ----------------------------------------------------------- */

/* Move to OUT the types, and those they are made of, that the state needs and that PLACE
 * in FILE does not know yet; FILE NULL: a header that the files of NEEDS include. */
void carry_types(struct conversion *c, struct strbuf *out, const struct source_file *file,
                 uint32_t place, const struct need_list *needs);
/* The *OUT_N headers of the project that the fields' types come from, each once. */
const struct source_file *const *headers_of_fields(const struct conversion *c,
                                                   const struct need_list *needs,
                                                   size_t *out_n);

/* --- state_header.c -------------------------------------------------------- */

/* Put what finds the state by a type behind the module's definition: for all files; or
 * because C++ has no second definition that it could stand between. */
void define_by_type(struct conversion *c);
/* Write a header for the files of NEEDS, and include it there. */
void write_header(struct conversion *c, const struct need_list *needs);
/* Does FILE include the header at PATH, or another of that name? */
bool includes_header(const struct conversion *c, const struct source_file *file,
                     const char *path);
/* The module has a state and a function that gives it: put what is new around that
 * function, and into files that do not know it yet. */
void write_around_getter(struct conversion *c, const struct need_list *needs);

/* --- leavings.c ------------------------------------------------------------ */

/* Remove TABLE, whose fields are slots now, if nothing else names it. */
void remove_sub_table(struct conversion *c, const struct variable *table);
/* Remove branches of which nothing is left, and macros that only static types used. */
void remove_empty_branches(struct conversion *c);
void remove_idle_macros(struct conversion *c);

#endif
