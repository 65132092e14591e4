/* Words in the text of a file: in code that is compiled, in code that is not, and in the
 * bodies of macros, which have no tree.  Comments and literals have none; the comments that
 * a file begins with are found here, too. */
#ifndef INSULATE_CONVERT_FACTS_INACTIVE_WORDS_H
#define INSULATE_CONVERT_FACTS_INACTIVE_WORDS_H

#include "model/source.h"

struct word {
    const struct source_file *file;
    uint32_t begin, end;
    uint32_t address;      /* of the & in front of it; `begin` if there is none */
    uint32_t member;       /* behind the dot that follows; `end` if there is none */
    struct range scope;    /* `spam` of C++ in `spam::` in front of it; empty if there is none */
    bool is_inactive;      /* in code that no configuration of the run compiles */
    bool is_in_directive;  /* in a macro's definition, an #if … */
    bool is_behind_type;   /* a word that can be a type's, or a star, is in front */
    bool is_joined;        /* # or ## stands beside it */
    bool is_member;        /* behind . or ->, or the field in offsetof */
    bool is_member_or_tag; /* a field, a struct's tag or a label */
    bool is_defined;       /* #define gives it a meaning here */
};

/* Set WORD to the next word behind it in WORD->file that is TEXT, or any if that is NULL;
 * false: there is none in front of END.  Begin with .end where the search begins. */
bool word_next(struct word *word, const char *text, uint32_t end);
/* Is WORD spelled TEXT? */
bool word_is(const struct word *word, const char *text);
/* May SOURCE define the scope SCOPE of FILE: does a class of it have that name, or one of its
 * namespaces, or what it calls another one? */
bool source_has_scope(const struct source *source, const struct source_file *file,
                      struct range scope);
/* Does TEXT stand in [BEGIN, END) of FILE, or anywhere in a file of SOURCE? */
bool text_has_word(const struct source_file *file, uint32_t begin, uint32_t end,
                   const char *text);
bool source_has_word(const struct source *source, const char *text);
/* Is there a line in FILE, compiled or not, that includes a header whose name has NAME in
 * it? */
bool text_includes(const struct source_file *file, const char *name);
/* Comment number I of those that FILE begins with. */
bool first_comment(const struct source_file *file, size_t i, struct range *out);

#endif
