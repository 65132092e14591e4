/* The #if conditions around the entries of an initialiser and around assignments, and the
 * entries that this configuration does not compile. */
#ifndef INSULATE_CONVERT_FACTS_INACTIVE_GUARDS_H
#define INSULATE_CONVERT_FACTS_INACTIVE_GUARDS_H

#include "convert/conversion.h"
#include "model/extent.h"

#define MADE_BY_MACRO UINT32_MAX

/* One branch that a text stands in. */
struct guard_level {
    const struct source_file *file;
    uint32_t conditional; /* offset of the '#' of its first branch; MADE_BY_MACRO */
    size_t number;        /* of the branch, from 0 */
    const char *opens;    /* lines that begin a conditional with this branch */
    const char *follows;  /* the line that begins it behind the branch before */
};

/* The branches that a text stands in, outermost first. */
struct guard {
    const struct guard_level *levels;
    size_t n_levels;
};

/* Those in [BEGIN, OFFSET) of FILE that OFFSET stands in, but those that all Pythons from
 * the floor on take. */
struct guard guard_at(const struct conversion *c, const struct source_file *file,
                      uint32_t begin, uint32_t offset);
/* The branches of GUARD, and in them one that a macro makes, which drops its argument in other
 * builds: those that OPENS begins, or NULL if there is no such condition. */
struct guard guard_with_macro(const struct conversion *c, struct guard guard,
                              const char *opens);
/* Does INNER stand in all branches that OUTER does? */
bool guard_holds(const struct guard *outer, const struct guard *inner);
/* OUTER, and INNER in it. */
struct guard guard_joined(const struct conversion *c, struct guard outer,
                          struct guard inner);

/* An entry in a branch that this configuration does not compile, but another may. */
struct inactive_entry {
    uint32_t begin, end;
    struct range field;     /* `.field =`; empty: its place says which */
    struct range value;
    struct range name;      /* the word that VALUE is, below a cast and &; empty: more */
    uint32_t like;          /* without a field: where the entry begins that stands for it
                               in the compiled branch; 0: there is none */
    bool is_zero;
    bool is_split;          /* a branch begins within it */
};

/* Set ENTRY to the next one behind it in BRACES; begin with .end at the brace that opens.
 */
bool inactive_entry_next(const struct conversion *c, const struct brackets *braces,
                         struct inactive_entry *entry);
/* Behind what of the entry at OFFSET stands in one branch with it: at the most END. */
uint32_t branch_value_end(const struct source_file *file, uint32_t offset, uint32_t end);
/* Is the word at BEGIN the object of `object.member = …`?  The member. */
bool member_assigned(const struct source_file *file, uint32_t begin, struct range *out);
/* The number of the entry at OFFSET in BRACES, from 0; false: designators or #if in front
 * of it leave it open. */
bool inactive_entry_number(const struct brackets *braces, uint32_t offset, size_t *out);

/* `NAME = {…};` or `NAME[] = {…};` in code that this configuration does not compile. */
struct branch_definition {
    struct brackets braces;
    struct range range; /* the semicolon included */
    uint32_t name;
    bool has_size; /* NAME[2]: there may be no room for more */
};

/* Has the array whose name stands at NAME a size in its brackets? */
bool has_written_size(const struct source_file *file, uint32_t name);
/* Set DEFINITION to the next one of NAME in FILE behind it; begin with zeros. */
bool branch_definition_next(const struct source_file *file, const char *name,
                              struct branch_definition *definition);
/* The same of VARIABLE, which is defined in the compiled code of its file: definitions
 * that other configurations have instead. */
bool other_definition_next(const struct conversion *c, const struct variable *variable,
                           struct branch_definition *definition);


/* Let OUT, which ends in the branches BEFORE, go on in those of GUARD. */
void add_branches(struct strbuf *out, struct guard before, struct guard guard);

#endif
