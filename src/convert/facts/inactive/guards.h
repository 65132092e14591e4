/* The #if conditions around the entries of an initialiser and around assignments, and the
 * entries that this configuration does not compile. */
#ifndef INSULATE_CONVERT_FACTS_INACTIVE_GUARDS_H
#define INSULATE_CONVERT_FACTS_INACTIVE_GUARDS_H

#include "convert/conversion.h"
#include "model/extent.h"

/* One branch that a text stands in. */
struct guard_level {
    const struct source_file *file;
    uint32_t conditional; /* offset of the '#' of its first branch */
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
/* The braces of `NAME = {` in code of FILE that is not compiled, behind *OUT_BEGIN, and
 * where the declaration begins and ends. */
bool inactive_table(const struct source_file *file, const char *name,
                    struct brackets *out, struct range *out_declaration);

#endif
