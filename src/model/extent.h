/* Where the parts of what the tree names stand in the text: brackets and what they hold,
 * declarators, the semicolon of a statement.  They are worked out when asked for: of most
 * nodes nobody asks.  A function answers false where the part is not written so in the
 * file: a macro gives it, or none is there. */
#ifndef INSULATE_MODEL_EXTENT_H
#define INSULATE_MODEL_EXTENT_H

#include "model/source.h"

/* Round, square or curly ones: arguments, parameters, the items of an initialiser. */
struct brackets {
    const struct source_file *file;
    uint32_t open, close; /* offsets of the brackets themselves */
};

/* The captures of LAMBDA, if they name each variable that it uses: not [&] or [=]. */
bool lambda_captures(const struct node *lambda, struct brackets *out);
/* In front of the namespaces of C++ that hold OFFSET of FILE and not OUTSIDE, in the same block or
 * in another one of the same name; OFFSET if there are none.  Of those without a name only if
 * OF_ALL: what they hold is known outside, too. */
uint32_t above_namespaces(const struct source_file *file, uint32_t offset, uint32_t outside,
                          bool of_all);
/* Does `extern "C" { … }` hold OFFSET of FILE, and not OUTSIDE? */
bool is_in_linkage_block(const struct source_file *file, uint32_t offset, uint32_t outside);
/* Of the call, or use of a macro, that is written as a word at BEGIN and brackets; the
 * same where it is told in a directive, or not compiled. */
bool use_brackets(const struct source_file *file, uint32_t begin, struct brackets *out);
/* Those that open directly behind what ends at END: the second of `f(a)(b)`. */
bool brackets_behind(const struct source_file *file, uint32_t end,
                     struct brackets *out);
/* Of the arguments of CALL, whatever its callee is. */
bool call_brackets(const struct node *call, struct brackets *out);
/* Of those of CALL behind the member NAME, which it is called by; also where a macro gives
 * what stands in front of the member. */
bool member_brackets(const struct node *call, const char *name, struct brackets *out);
/* Of the parameters of the function that DECLARATION declares. */
bool declaration_brackets(const struct declaration *declaration, struct brackets *out);
/* Of the parameters in `(*name)(…)`, whose name is at NAME. */
bool pointer_brackets(const struct source_file *file, uint32_t name,
                      struct brackets *out);
/* The same of the first `(*` in [BEGIN, END): of a parameter that may have no name. */
bool pointer_in(const struct source_file *file, uint32_t begin, uint32_t end,
                struct brackets *out);
/* Of NODE, a block or an initialiser list. */
bool node_braces(const struct node *node, struct brackets *out);
/* The last curly ones that open in [BEGIN, END): the last item of a table; where they
 * begin and end. */
bool last_braces(const struct source_file *file, uint32_t begin, uint32_t end,
                 struct range *out);
/* The innermost of any kind around OFFSET. */
bool brackets_around(const struct source_file *file, uint32_t offset,
                     struct brackets *out);

bool brackets_are_empty(const struct brackets *brackets);
/* `(void)`, with which a function says that it has no parameters? */
bool brackets_hold_void(const struct brackets *brackets);
/* Item number I between the commas, without blanks and comments; false if there is none,
 * or if it is empty. */
bool brackets_item(const struct brackets *brackets, size_t i, struct range *out);
/* The number of the item that holds OFFSET. */
size_t brackets_number(const struct brackets *brackets, uint32_t offset);
/* All that stands in them, without blanks and comments; empty ones: in front of the one
 * that closes. */
struct range brackets_content(const struct brackets *brackets);

/* The last word or sign in them, a comma, too; of empty ones the one that opens. */
struct range brackets_last(const struct brackets *brackets);
/* Behind the comma that ends an item at OFFSET (OFFSET if there is none). */
uint32_t item_end(const struct source_file *file, uint32_t offset);
/* The word in front: what is called or used with them.  Is it NAME? */
bool brackets_name(const struct brackets *brackets, struct range *out);
bool brackets_have_name(const struct brackets *brackets, const char *name);

/* The sign between the two sides of NODE, a binary one or an assignment. */
bool node_operator(const struct node *node, struct range *out);
/* Behind the semicolon that ends what ends at OFFSET (OFFSET if there is none). */
uint32_t after_semicolon(const struct source_file *file, uint32_t offset);
/* Does a statement begin at OFFSET: is a semicolon, brace or colon in front? */
bool begins_statement(const struct source_file *file, uint32_t offset);

/* A declaration with its semicolon. */
struct declaration_extent {
    const struct source_file *file;
    uint32_t begin;       /* with `static` and the like */
    uint32_t type;        /* behind those */
    uint32_t declarators; /* where the first begins: with its stars */
    uint32_t end;         /* of the semicolon */
};
bool declaration_extent(const struct declaration *declaration,
                        struct declaration_extent *out);
/* The word among the specifiers, with the blanks behind it. */
bool declaration_word(const struct declaration_extent *extent, const char *word,
                      struct range *out);
/* Declarator number I with its initialiser, without the comma or semicolon. */
bool declaration_item(const struct declaration_extent *extent, size_t i,
                      struct range *out);

/* The braces of RECORD's definition. */
bool record_braces(const struct record *record, struct brackets *out);
/* The declaration with its semicolon that defines RECORD and nothing else, or nothing but
 * typedefs of it and of pointers to it. */
bool record_definition(const struct record *record, struct range *out);
/* Behind the semicolon of the declaration that ALIAS stands in. */
uint32_t aliases_end(const struct type_alias *alias);
/* The `[2][3]` behind the name that DECLARATION declares; false if there are none. */
bool array_sizes(const struct declaration *declaration, struct range *out);

#endif
