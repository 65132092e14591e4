/* Code that this configuration does not compile: a branch for another Python or another
 * system has it, and only its text is known. */
#ifndef INSULATE_CONVERT_FACTS_INACTIVE_CODE_H
#define INSULATE_CONVERT_FACTS_INACTIVE_CODE_H

#include "convert/facts/inactive/words.h"
#include "model/extent.h"

/* The definition of a function. */
struct inactive_definition {
    struct word name;
    struct brackets head, body;
    bool is_static;
};

/* The next one behind WORD, which becomes its name; its body is passed over. */
bool inactive_definition_next(struct word *word, struct inactive_definition *out);
/* Set WORD to the next call, or other declaration, of the function NAME behind it, and OUT
 * to its brackets. */
bool call_next(struct word *word, const char *name, struct brackets *out);
/* Is WORD a call or other declaration, too? */
bool word_is_called(const struct word *word, struct brackets *out);

/* Does code in [BEGIN, END) of FILE that is not compiled name the member NAME? */
bool inactive_code_has_member(const struct source_file *file, uint32_t begin,
                              uint32_t end, const char *name);
/* WORD(object->member): the words of the object and of the member. */
bool word_given_member(const struct word *word, struct word *out_object,
                       struct word *out_member);
/* `return value;`, the value of one word that may stand in parentheses. */
struct inactive_return {
    struct range value;
    uint32_t end; /* of the semicolon */
};
/* What returns at WORD; false: nothing, or no value.  OUT->end is 0 where the value is
 * more than a word. */
bool inactive_return(const struct word *word, struct inactive_return *out);
/* The statement around WORD, compiled or not: from behind the last directive, brace or
 * semicolon to the one that ends it; an `if (…) { return NULL; }` around it is part of
 * it. */
struct range statement_around(const struct word *word);
/* Set CODE to the next word or sign behind it that is compiled, in no directive and no
 * comment, and begins in front of END. */
bool next_code(const struct source_file *file, uint32_t end, struct range *code);
/* The same of anything, in comments too, but directives: word, sign or comment. */
bool next_piece(const struct source_file *file, uint32_t end, struct range *piece);
/* `array[i] = value;`: where it begins, where the element ends, behind the sign, and the
 * semicolon. */
struct element_assignment {
    uint32_t begin, element_end, value, end;
};
/* The one that begins at OFFSET, in a macro's body or in code that is not compiled. */
bool word_element_assignment(const struct source_file *file, uint32_t offset,
                             struct element_assignment *out);
/* Does a semicolon follow WORD?  Behind that. */
bool word_is_statement(const struct word *word, uint32_t *out_end);

#endif
