/* The raw text of a file as tokens: of inactive branches and macro bodies too.  What the
 * tree tells is not read from them: see model/extent.h for where things stand.  The fences
 * of ARCHITECTURE.md name who may include this. */
#ifndef INSULATE_MODEL_TOKENS_H
#define INSULATE_MODEL_TOKENS_H

#include "model/source.h"

enum token_kind {
    TOKEN_IDENTIFIER,
    TOKEN_NUMBER,
    TOKEN_STRING,
    TOKEN_CHARACTER,
    TOKEN_PUNCTUATOR,
    TOKEN_COMMENT,
};

struct token {
    uint32_t begin, end;
    uint16_t kind;      /* enum token_kind */
    uint16_t inactive;  /* 1: inside a branch no configuration took */
    uint32_t directive; /* 0, or the number (from 1) of the preprocessing
                           directive this token is part of */
};

/* Index of the first token that ends after OFFSET (n_tokens at the end). */
size_t source_token(const struct source_file *file, uint32_t offset);
/* Is token I of FILE spelled TEXT? */
bool token_is(const struct source_file *file, size_t i, const char *text);
/* The next / previous token that is no comment, staying inside (or outside)
 * preprocessing directives; n_tokens when there is none. */
size_t token_after(const struct source_file *file, size_t i);
size_t token_before(const struct source_file *file, size_t i);
/* The bracket that closes the one at token I; n_tokens when there is none. */
size_t token_closing(const struct source_file *file, size_t i);

/* Is token I the '#' that begins a preprocessing directive? */
bool token_begins_directive(const struct source_file *file, size_t i);
/* … and that directive an #if, #ifdef or #ifndef? */
bool token_begins_conditional(const struct source_file *file, size_t i);

/* Is NAME that of a C++ operator: "operator=", and not "operator_of"? */
bool name_is_operator(const char *name);

#endif
