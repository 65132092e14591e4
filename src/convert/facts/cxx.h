#ifndef INSULATE_CONVERT_FACTS_CXX_H
#define INSULATE_CONVERT_FACTS_CXX_H

#include "convert/conversion.h"

/* The language that the module is written in. */
struct language {
    bool is_cxx;      /* its definition stands in a C++ file */
    bool is_pedantic; /* its build warns of what ISO C does not know */
};

/* Before the first question. */
void language_begin(struct conversion *c);

/* Is the file's language C++, by its name? */
bool is_cxx_file(const struct source_file *file);

/* Does a static of TYPE have a constructor, or a part that has, as C++ objects do? */
bool type_is_constructed(const struct conversion *c, const struct type *type);

/* Is what NODE calls, TARGET, the constructor of a struct of C, which runs no code? */
bool constructs_plain_struct(const struct node *node, const struct function *target);

/* TEXT as FILE would write it: nullptr for NULL, if it says nullptr itself. */
const char *with_null(const struct conversion *c, const struct source_file *file,
                      const char *text);

/* The cast that turns a function's address into void *, or "": C knows none, compilers
 * take it without, and are silent of one by way of a number. */
const char *slot_cast(const struct conversion *c);

#endif
